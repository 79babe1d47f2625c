import fc from 'fast-check';
import { UPLOAD_PART_BYTES } from '@data-manager/domain/constants';

/** Faults of an API call. */
export const API_FAULTS = [
  /** The request does not reach the server. */
  'dropped',
  /** The request takes effect, but its response is lost. */
  'answer-lost',
  'status-500',
  'status-502',
  'status-503',
  /** The request takes effect, but the server responds with 503. */
  'done-but-503',
  'status-429',
  'forbidden',
  /** A proxy responds with HTML, for example the login page of a hotel's network. */
  'garbled',
  'token-expired',
  'slow',
] as const;

/** Faults of the PUT of a part. */
export const PUT_FAULTS = [
  /** The connection is closed halfway. */
  'dropped',
  'answer-lost',
  'status-500',
  'status-502',
  'status-503',
  'url-stale',
  /** Different bytes arrive, and the storage returns their ETag. */
  'damaged',
  'wrong-etag',
  'etag-hidden',
  /** The transfer stops halfway. */
  'stalls',
  /** All bytes have arrived, but the response does not arrive. */
  'answer-stalls',
  'slow',
] as const;

/** Faults of a token refresh. */
export const REFRESH_FAULTS = ['dropped', 'answer-lost', 'status-503', 'garbled'] as const;

/** Events at a given time. */
export const EVENTS = [
  'pause',
  'resume',
  'cancel',
  'retry-all',
  'retry-one',
  'choose-more',
  'offline',
  /** The network is down, but the browser does not report it. */
  'silent-outage',
  'token-expires',
  /** Both tokens become invalid, and the user signs in again. */
  'session-revoked',
  /** The storage rejects every PUT for a while. */
  'storage-down',
  /** The server deletes every incomplete upload. */
  'uploads-forgotten',
  /** Another user signs in for a while. */
  'other-user',
  /** The current or next file is removed from the disk. */
  'file-vanishes',
  /** The current or next file is overwritten. */
  'file-changes',
] as const;

export type ApiFault = (typeof API_FAULTS)[number];
export type PutFault = (typeof PUT_FAULTS)[number];
export type RefreshFault = (typeof REFRESH_FAULTS)[number];
export type ApiOperation = 'start' | 'urls' | 'complete' | 'cancel';

export interface ScheduledEvent {
  /** Milliseconds after the first files were chosen. */
  readonly at: number;
  readonly what: (typeof EVENTS)[number];
  /** Duration in milliseconds of events that have one. */
  readonly lasts: number;
}

/** Everything that happens in one run. The nth fault of a list applies to the nth call of its kind. */
export interface Schedule {
  /** Sizes in bytes of the files that are chosen at the start. */
  readonly sizes: readonly number[];
  /** Size of the file that `choose-more` adds. */
  readonly moreBytes: number;
  /** With `constant` and `hidden`, the storage never returns a usable ETag. */
  readonly etags: 'md5' | 'constant' | 'hidden';
  /** The server accepts a repeated call to complete an upload. */
  readonly remembersCompletions: boolean;
  /** Lifetime of a presigned URL in milliseconds. */
  readonly urlLife: number;
  readonly urlsAtOnce: number;
  /** The server returns the first URLs when an upload starts. */
  readonly hasStartUrls: boolean;
  /** Time in milliseconds until a signed-out user signs in again. */
  readonly loginTakes: number;
  readonly api: Readonly<Record<ApiOperation, readonly (ApiFault | 'none')[]>>;
  readonly refreshes: readonly (RefreshFault | 'none')[];
  readonly puts: readonly (PutFault | 'none')[];
  readonly events: readonly ScheduledEvent[];
  /** Replace random numbers: durations of PUTs and the jitter of delays. From 0 up to 1. */
  readonly fractions: readonly number[];
  /** Records the run and replays the recording afterwards. */
  readonly isReplayed: boolean;
}

/** Sizes of empty files, around one part, of several parts, and of more parts than are sent at a time. */
const bytes = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(0, 1, UPLOAD_PART_BYTES - 1, UPLOAD_PART_BYTES, UPLOAD_PART_BYTES + 1) },
  { weight: 6, arbitrary: fc.integer({ min: 0, max: 4 * UPLOAD_PART_BYTES }) },
  { weight: 1, arbitrary: fc.integer({ min: 5 * UPLOAD_PART_BYTES, max: 12 * UPLOAD_PART_BYTES }) },
);

/** Generates a list in which a third of the entries are faults. */
function someFaults<Fault extends string>(
  faults: readonly Fault[],
  maxLength: number,
): fc.Arbitrary<(Fault | 'none')[]> {
  const one = fc.oneof(
    { weight: 2, arbitrary: fc.constant('none' as const) },
    { weight: 1, arbitrary: fc.constantFrom(...faults) },
  );
  return fc.array(one, { maxLength });
}

/** Mostly during the uploads, and on a coarse grid so that several events happen at the same time. */
const at = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 0, max: 80 }).map((step) => step * 50) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 120 }).map((second) => second * 1_000) },
);

const event: fc.Arbitrary<ScheduledEvent> = fc.record({
  at,
  what: fc.constantFrom(...EVENTS, 'cancel' as const),
  lasts: fc.constantFrom(300, 5_000, 60_000),
});

export const schedules: fc.Arbitrary<Schedule> = fc.record({
  sizes: fc.array(bytes, { minLength: 1, maxLength: 3 }),
  moreBytes: bytes,
  etags: fc.oneof(
    { weight: 14, arbitrary: fc.constant('md5' as const) },
    { weight: 1, arbitrary: fc.constantFrom('constant' as const, 'hidden' as const) },
  ),
  remembersCompletions: fc.boolean(),
  urlLife: fc.constantFrom(1_000, 20_000, 900_000),
  urlsAtOnce: fc.constantFrom(1, 2, 16),
  hasStartUrls: fc.boolean(),
  loginTakes: fc.constantFrom(0, 2_000, 45_000),
  api: fc.record({
    start: someFaults(API_FAULTS, 4),
    urls: someFaults(API_FAULTS, 4),
    complete: someFaults(API_FAULTS, 4),
    // Cancellations are rare, so half of them have a fault.
    cancel: fc.array(fc.constantFrom(...API_FAULTS), { maxLength: 1 }),
  }),
  refreshes: someFaults(REFRESH_FAULTS, 2),
  puts: someFaults(PUT_FAULTS, 10),
  events: fc.array(event, { maxLength: 6 }),
  fractions: fc.array(fc.double({ min: 0, max: 0.999, noNaN: true }), { minLength: 1, maxLength: 8 }),
  // A replay takes a third of the time of a run, so a fifth of the runs are replayed.
  isReplayed: fc.nat({ max: 4 }).map((number) => number === 0),
});

/** Hands out the faults of a schedule, one per call, and records what happened. */
export type FaultScript = ReturnType<typeof createFaultScript>;

/** Creates a script at its beginning. */
export function createFaultScript() {
  const positions = new Map<string, number>();
  const occurred = new Set<string>();
  let ended = false;
  return {
    /** Returns the next fault of a list. Undefined if the call succeeds or the faults have ended. */
    next: <Fault extends string>(list: string, faults: readonly (Fault | 'none')[]) => {
      if (ended) return undefined;
      const index = positions.get(list) ?? 0;
      positions.set(list, index + 1);
      const fault = faults[index];
      if (fault === undefined || fault === 'none') return undefined;
      occurred.add(`${list} ${fault}`);
      return fault;
    },
    record: (what: string) => void occurred.add(what),
    /** Ends the faults. */
    end: () => {
      ended = true;
    },
    /** Faults and events so far, for example `put dropped` and `offline`. */
    occurred,
  };
}
