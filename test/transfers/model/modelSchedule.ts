import fc from 'fast-check';
import { API_FAULTS, schedules, type ApiFault, type Schedule } from '../uploads/faultRunSchedule';

/** Responses and faults of `GET /download/progress/{ref}`. */
export const POLL_ANSWERS = [
  'preparing',
  'completed',
  'completed-without-link',
  'no-such-upload',
  'no-such-upload-with-link',
  'failed',
  'not-found-code',
  'not-found',
  'bad-link',
  'unauthorized-body',
  'garbled',
  'status-400',
  'status-429',
  'status-500',
  'status-502',
  'status-503',
  'forbidden',
  'token-expired',
  'dropped',
  'answer-lost',
  'slow',
] as const;

/** Responses and faults of `POST /download`. */
export const START_ANSWERS = ['with-link', 'status-400', 'unauthorized-body', ...API_FAULTS] as const;

/** Actions of a user and events of the network and the session. */
export const COMMANDS = [
  'download',
  'download-files',
  'remove',
  'cancel-download',
  'clear-all',
  'retry-download',
  'upload',
  'pause',
  'resume',
  'cancel-uploads',
  'retry-one',
  'retry-all',
  'reload',
  'open-tab',
  'close-tab',
  'return-to-page',
  'offline',
  'silent-outage',
  'logout',
  'other-user',
  'token-expires',
  'session-revoked',
] as const;

/** Actions of a developer in DevTools. */
export const DEVTOOLS_COMMANDS = ['look-at-past', 'lock'] as const;

export type PollAnswer = (typeof POLL_ANSWERS)[number];
export type StartAnswer = (typeof START_ANSWERS)[number];

export interface Command {
  readonly what: (typeof COMMANDS | typeof DEVTOOLS_COMMANDS)[number];
  /** Milliseconds after the previous command. */
  readonly after: number;
  /** Selects an item, a file or a tab. */
  readonly which: number;
  /** Duration in milliseconds of commands that have one. */
  readonly lasts: number;
}

/** Everything that happens in one run. The nth answer of a list applies to the nth call of its kind. */
export interface ModelSchedule {
  readonly commands: readonly Command[];
  readonly starts: readonly (StartAnswer | 'none')[];
  readonly polls: readonly (PollAnswer | 'none')[];
  readonly cancels: readonly (ApiFault | 'none')[];
  /** Faults of uploads, tokens and logins, without events. */
  readonly uploads: Schedule;
}

const frequent = ['download', 'download', 'download-files', 'upload'] as const;

const commandOf = (what: fc.Arbitrary<Command['what']>): fc.Arbitrary<Command> => fc.record({ what, ...details });

const details = {
  after: fc.constantFrom(0, 0, 50, 400, 2_000, 10_000, 30_000),
  which: fc.nat({ max: 3 }),
  lasts: fc.constantFrom(300, 5_000, 60_000),
};

/** Generates a list in which two thirds of the entries are answers other than the usual one. */
function someAnswers<Answer extends string>(answers: readonly Answer[], maxLength: number) {
  const one = fc.oneof(
    { weight: 1, arbitrary: fc.constant('none' as const) },
    { weight: 2, arbitrary: fc.constantFrom(...answers) },
  );
  return fc.array(one, { maxLength });
}

function schedulesOf(command: fc.Arbitrary<Command>): fc.Arbitrary<ModelSchedule> {
  return fc.record({ commands: fc.array(command, { minLength: 1, maxLength: 14 }), ...answers });
}

const answers = {
  starts: someAnswers(START_ANSWERS, 4),
  polls: someAnswers(POLL_ANSWERS, 6),
  cancels: someAnswers(API_FAULTS, 2),
  uploads: schedules.map((schedule) => ({ ...schedule, etags: 'md5' as const, events: [] })),
};

export const modelSchedules = schedulesOf(commandOf(fc.constantFrom(...COMMANDS, ...frequent)));

/** With a developer who uses DevTools. */
export const devToolsSchedules = schedulesOf(
  commandOf(
    fc.constantFrom(...COMMANDS, ...frequent, ...DEVTOOLS_COMMANDS, ...DEVTOOLS_COMMANDS, ...DEVTOOLS_COMMANDS),
  ),
);
