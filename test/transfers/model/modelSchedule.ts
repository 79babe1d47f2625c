import fc from 'fast-check';
import { API_FAULTS, schedules, type ApiFault, type Schedule } from '../uploads/faultRunSchedule';

/** What `GET /download/progress/{ref}` answers or meets. */
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

/** What `POST /download` answers or meets, beside a reference. */
export const START_ANSWERS = ['with-link', 'status-400', 'unauthorized-body', ...API_FAULTS] as const;

/** What a person, the network or the session does. */
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

/** What a developer does in DevTools. */
export const TRAVELS = ['look-at-past', 'lock'] as const;

export type PollAnswer = (typeof POLL_ANSWERS)[number];
export type StartAnswer = (typeof START_ANSWERS)[number];

export interface Command {
  readonly what: (typeof COMMANDS | typeof TRAVELS)[number];
  /** Milliseconds since the one before. */
  readonly after: number;
  /** Which item, file or tab, where there are several. */
  readonly which: number;
  /** Milliseconds that it lasts, where it lasts. */
  readonly lasts: number;
}

/** Everything that one run meets. The nth answer of a list is for the nth call of its kind. */
export interface ModelSchedule {
  readonly commands: readonly Command[];
  readonly starts: readonly (StartAnswer | 'none')[];
  readonly polls: readonly (PollAnswer | 'none')[];
  readonly cancels: readonly (ApiFault | 'none')[];
  /** What uploads, tokens and logins meet; its events are none. */
  readonly uploads: Schedule;
}

const usual = ['download', 'download', 'download-files', 'upload'] as const;

const commandOf = (what: fc.Arbitrary<Command['what']>): fc.Arbitrary<Command> => fc.record({ what, ...circumstances });

const circumstances = {
  after: fc.constantFrom(0, 0, 50, 400, 2_000, 10_000, 30_000),
  which: fc.nat({ max: 3 }),
  lasts: fc.constantFrom(300, 5_000, 60_000),
};

function some<Answer extends string>(answers: readonly Answer[], maxLength: number) {
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
  starts: some(START_ANSWERS, 4),
  polls: some(POLL_ANSWERS, 6),
  cancels: some(API_FAULTS, 2),
  uploads: schedules.map((schedule) => ({ ...schedule, etags: 'md5' as const, events: [] })),
};

export const modelSchedules = schedulesOf(commandOf(fc.constantFrom(...COMMANDS, ...usual)));

/** With a developer at work, too. */
export const travelledSchedules = schedulesOf(
  commandOf(fc.constantFrom(...COMMANDS, ...usual, ...TRAVELS, ...TRAVELS, ...TRAVELS)),
);
