import { formatRate } from '@data-manager/lib/formatBytes';
import { formatCount } from '@data-manager/lib/formatNumber';

/** The time constant of the exponential smoothing. */
const SMOOTHING_MS = 10_000;
/** A rate measured over less time is not shown. */
const MIN_MEASURED_MS = 3_000;

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;

/** A smoothed rate, measured sample by sample. Times are milliseconds of any clock that only passes, sizes in bytes. */
export interface RateMeter {
  readonly at: number;
  readonly sent: number;
  /** Weighted sum of the rates so far, in bytes per second. */
  readonly weighted: number;
  /** Sum of the weights; approaches 1. */
  readonly weight: number;
  readonly measuredMs: number;
}

/** Starts to measure. */
export function startMeter(at: number, sent: number): RateMeter {
  return { at, sent, weighted: 0, weight: 0, measuredMs: 0 };
}

/** Adds a sample. Lost progress and a clock that was set back count as no progress. */
export function measure(meter: RateMeter, at: number, sent: number): RateMeter {
  const elapsed = at - meter.at;
  if (elapsed <= 0) return { ...meter, at, sent };
  const rate = (Math.max(0, sent - meter.sent) * 1000) / elapsed;
  const fresh = 1 - Math.exp(-elapsed / SMOOTHING_MS);
  return {
    at,
    sent,
    weighted: meter.weighted * (1 - fresh) + rate * fresh,
    weight: meter.weight * (1 - fresh) + fresh,
    measuredMs: meter.measuredMs + elapsed,
  };
}

/** Returns the rate in bytes per second; undefined in the first seconds. */
export function rateOf({ weighted, weight, measuredMs }: RateMeter): number | undefined {
  return measuredMs < MIN_MEASURED_MS ? undefined : weighted / weight;
}

/** Formats the remaining time: `20 s left`, `48 min left`, `2 h 5 min left`. Undefined if nothing moves. */
export function formatTimeLeft(bytesLeft: number, bytesPerSecond: number): string | undefined {
  const seconds = bytesLeft / bytesPerSecond;
  if (!Number.isFinite(seconds) || seconds < 0) return undefined;
  const tens = Math.max(10, Math.ceil(seconds / 10) * 10);
  if (tens < MINUTE_S) return `${formatCount(tens)} s left`;
  const minutes = Math.ceil(seconds / MINUTE_S);
  if (minutes < MINUTE_S) return `${formatCount(minutes)} min left`;
  const hours = Math.floor((minutes * MINUTE_S) / HOUR_S);
  return `${formatCount(hours)} h ${formatCount(minutes % MINUTE_S)} min left`;
}

/** Returns the rate and the remaining time in words, as far as they are known: `1.00 MB/s`, `50 s left`. */
export function paceTexts(bytesLeft: number, bytesPerSecond: number | undefined): readonly string[] {
  if (bytesPerSecond === undefined) return [];
  const timeLeft = formatTimeLeft(bytesLeft, bytesPerSecond);
  return [formatRate(bytesPerSecond), ...(timeLeft === undefined ? [] : [timeLeft])];
}
