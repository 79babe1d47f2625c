import fc from 'fast-check';
import { UPLOAD_PART_BYTES } from '../../../src/domain/constants';

/** What a call of the API meets. */
export const API_FAULTS = [
  /** It never gets to the server. */
  'dropped',
  /** The server does it, and the answer gets lost. */
  'answer-lost',
  'status-500',
  'status-502',
  'status-503',
  /** The server does it, and says that it could not. */
  'done-but-503',
  'status-429',
  'forbidden',
  /** Somebody on the way answers in the server's place, with no JSON. */
  'garbled',
  'token-expired',
  'slow',
] as const;

/** What a PUT of a part meets. */
export const PUT_FAULTS = [
  /** The connection is closed in the middle. */
  'dropped',
  'answer-lost',
  'status-500',
  'status-502',
  'status-503',
  'url-stale',
  /** Other bytes arrive, and the storage tells their ETag. */
  'damaged',
  'wrong-etag',
  'etag-hidden',
  /** Nothing moves any more. */
  'stalls',
  /** All has arrived, but the answer does not come. */
  'answer-stalls',
  'slow',
] as const;

/** What a refresh of the tokens meets. */
export const REFRESH_FAULTS = ['dropped', 'answer-lost', 'status-503', 'garbled'] as const;

/** What happens around the transfers, at a given time. */
export const EVENTS = [
  'pause',
  'resume',
  'cancel',
  'retry-all',
  'retry-one',
  'choose-more',
  'offline',
  /** The network is gone, but the browser does not know. */
  'silent-outage',
  'token-expires',
  /** Neither of the tokens is good any more; the person signs in again. */
  'session-revoked',
  /** Every PUT is refused for a while. */
  'storage-down',
  /** The server lets go of every upload that is not complete. */
  'uploads-forgotten',
  /** Another person signs in at this browser, for a while. */
  'somebody-else',
  /** The file that is sent, or the next one, is removed from the disk. */
  'file-vanishes',
  /** Another file is put in its place. */
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
  /** Milliseconds that it lasts, where it lasts. */
  readonly lasts: number;
}

/** Everything that one run meets. The nth fault of a list is for the nth call of its kind. */
export interface Schedule {
  /** Bytes of the files that are chosen at the start. */
  readonly sizes: readonly number[];
  /** Of the file that `choose-more` brings. */
  readonly moreBytes: number;
  /** `constant` and `hidden`: the storage is made that way, and no try heals it. */
  readonly etags: 'md5' | 'constant' | 'hidden';
  /** Whether the server knows an upload that it has completed when it is asked to complete it again. */
  readonly remembersCompletions: boolean;
  /** Life of a presigned URL, milliseconds. */
  readonly urlLife: number;
  readonly urlsAtOnce: number;
  /** How long a person takes to sign in again, milliseconds. */
  readonly loginTakes: number;
  readonly api: Readonly<Record<ApiOperation, readonly (ApiFault | 'none')[]>>;
  readonly refreshes: readonly (RefreshFault | 'none')[];
  readonly puts: readonly (PutFault | 'none')[];
  readonly events: readonly ScheduledEvent[];
  /** What takes the place of randomness: the length of PUTs, and the jitter of waits. From 0 up to 1. */
  readonly fractions: readonly number[];
}

/** Bytes: nothing, one byte, one part and its edges, several parts, and more than are on the wire at a time. */
const bytes = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(0, 1, UPLOAD_PART_BYTES - 1, UPLOAD_PART_BYTES, UPLOAD_PART_BYTES + 1) },
  { weight: 6, arbitrary: fc.integer({ min: 0, max: 4 * UPLOAD_PART_BYTES }) },
  { weight: 1, arbitrary: fc.integer({ min: 5 * UPLOAD_PART_BYTES, max: 12 * UPLOAD_PART_BYTES }) },
);

/** A list in which some are a fault. */
function some<Fault extends string>(faults: readonly Fault[], maxLength: number): fc.Arbitrary<(Fault | 'none')[]> {
  const one = fc.oneof(
    { weight: 2, arbitrary: fc.constant('none' as const) },
    { weight: 1, arbitrary: fc.constantFrom(...faults) },
  );
  return fc.array(one, { maxLength });
}

/** Most happens while files are sent, on a coarse grid, so that things happen at once. */
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
  loginTakes: fc.constantFrom(0, 2_000, 45_000),
  api: fc.record({
    start: some(API_FAULTS, 4),
    urls: some(API_FAULTS, 4),
    complete: some(API_FAULTS, 4),
    // One call a cancellation, and few of them: half meet a fault.
    cancel: fc.array(fc.constantFrom(...API_FAULTS), { maxLength: 1 }),
  }),
  refreshes: some(REFRESH_FAULTS, 2),
  puts: some(PUT_FAULTS, 10),
  events: fc.array(event, { maxLength: 6 }),
  fractions: fc.array(fc.double({ min: 0, max: 0.999, noNaN: true }), { minLength: 1, maxLength: 8 }),
});
