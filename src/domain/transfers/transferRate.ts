import { timeLeftWords } from './timeLeftWords';

/** How far back the rate looks: what is older than this counts for little. */
const MEMORY_MS = 10_000;
/** A rate of less than this is a guess, and nothing is said of it. */
const QUIET_MS = 3_000;

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;

/** A smoothed rate, measured sample by sample. Times are milliseconds since 1970, sizes bytes. */
export interface RateMeter {
  readonly at: number;
  readonly sent: number;
  /** Bytes per second, weighted by how recent they are. */
  readonly weighted: number;
  /** The sum of those weights: below 1 until the past is longer than the memory. */
  readonly weight: number;
  readonly measuredMs: number;
}

/** A meter that has seen nothing move yet. */
export function startMeter(at: number, sent: number): RateMeter {
  return { at, sent, weighted: 0, weight: 0, measuredMs: 0 };
}

/**
 * The meter after one more look at how much is sent. What is taken back (a part that failed) counts as nothing sent, and
 * so does what comes with a clock that was set back.
 */
export function measure(meter: RateMeter, at: number, sent: number): RateMeter {
  const elapsed = at - meter.at;
  if (elapsed <= 0) return { ...meter, at, sent };
  const rate = (Math.max(0, sent - meter.sent) * 1000) / elapsed;
  const fresh = 1 - Math.exp(-elapsed / MEMORY_MS);
  return {
    at,
    sent,
    weighted: meter.weighted * (1 - fresh) + rate * fresh,
    weight: meter.weight * (1 - fresh) + fresh,
    measuredMs: meter.measuredMs + elapsed,
  };
}

/** Bytes per second; undefined in the first seconds. */
export function rateOf({ weighted, weight, measuredMs }: RateMeter): number | undefined {
  return measuredMs < QUIET_MS ? undefined : weighted / weight;
}

/** How long the rest takes at this rate: `20 s left`, `48 min left`, `2 h 5 min left`. Undefined where nothing moves. */
export function tellTimeLeft(bytesLeft: number, bytesPerSecond: number): string | undefined {
  const seconds = bytesLeft / bytesPerSecond;
  if (!Number.isFinite(seconds) || seconds < 0) return undefined;
  const tens = Math.max(10, Math.ceil(seconds / 10) * 10);
  if (tens < MINUTE_S) return timeLeftWords.seconds(tens);
  const minutes = Math.ceil(seconds / MINUTE_S);
  if (minutes < MINUTE_S) return timeLeftWords.minutes(minutes);
  const hours = Math.floor((minutes * MINUTE_S) / HOUR_S);
  return timeLeftWords.hours(hours, minutes % MINUTE_S);
}
