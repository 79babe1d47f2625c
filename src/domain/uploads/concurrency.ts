/** Fewest parts on the wire: the second one fills the gaps that the first one leaves. */
const MIN_PARTS_IN_FLIGHT = 2;
/** Most parts on the wire: browsers open no more connections to one host over HTTP/1.1. */
const MAX_PARTS_IN_FLIGHT = 6;

/** One part more has to bring so much more throughput; less is noise, and would cost memory and longer retries. */
const WORTHWHILE_GAIN = 0.1;
/** Samples that say nothing after the number has changed: a new connection is still getting up to speed. */
const RAMP_SAMPLES = 1;
/** Samples whose mean is a throughput that can be compared. */
const MEAN_SAMPLES = 3;
/** Samples between two trials, once a number has proven itself: a minute of them. */
const REST_SAMPLES = 120;

/** What a line carried during one interval. */
export interface ThroughputSample {
  /** Parts on the wire all the while. */
  readonly inFlight: number;
  readonly bytesPerSecond: number;
}

/** How many parts to keep on the wire, and the search for a better number. */
export interface Concurrency {
  readonly target: number;
  /** Throughputs with that number since it was set, bytes per second. */
  readonly measured: readonly number[];
  /** So many are measured before it is decided how to go on. */
  readonly enough: number;
  /** Where the next trial goes: one more or one less. */
  readonly step: 1 | -1;
  /** While the target is on trial: the number it is compared with. */
  readonly rival?: { readonly target: number; readonly bytesPerSecond: number };
}

/** Nothing is known of the line yet. */
export const INITIAL_CONCURRENCY: Concurrency = {
  target: MIN_PARTS_IN_FLIGHT,
  measured: [],
  enough: RAMP_SAMPLES + MEAN_SAMPLES,
  step: 1,
};

/**
 * Hill climbing with hysteresis. One part more is tried; it stays if it brings 10 % or more, and then the next one is
 * tried. One part less is tried from time to time, too, since lines change; it stays if the part brought less.
 */
export function adjustConcurrency(before: Concurrency, { inFlight, bytesPerSecond }: ThroughputSample): Concurrency {
  // At a file's end, after a failed part, without a network: the number is not what was sampled.
  if (inFlight !== before.target || !Number.isFinite(bytesPerSecond) || bytesPerSecond <= 0) return before;
  const now = { ...before, measured: [...before.measured, bytesPerSecond] };
  if (now.measured.length < now.enough) return now;
  const latest = now.measured.slice(-MEAN_SAMPLES);
  const mean = latest.reduce((sum, rate) => sum + rate, 0) / latest.length;
  return now.rival === undefined ? tryNext(now, mean) : judgeTrial(now, now.rival, mean);
}

function tryNext({ target, step: wish }: Concurrency, bytesPerSecond: number): Concurrency {
  const step = possibleStep(target, wish);
  return {
    target: target + step,
    measured: [],
    enough: RAMP_SAMPLES + MEAN_SAMPLES,
    step,
    rival: { target, bytesPerSecond },
  };
}

function judgeTrial(now: Concurrency, rival: NonNullable<Concurrency['rival']>, bytesPerSecond: number): Concurrency {
  const isBetter =
    now.step === 1 ? isWorthIt(bytesPerSecond, rival.bytesPerSecond) : !isWorthIt(rival.bytesPerSecond, bytesPerSecond);
  if (!isBetter) return rest(rival.target, now.step === 1 ? -1 : 1);
  const isFurtherPossible = possibleStep(now.target, now.step) === now.step;
  return isFurtherPossible ? tryNext(now, bytesPerSecond) : rest(now.target, now.step);
}

function isWorthIt(withMore: number, withFewer: number): boolean {
  return withMore >= withFewer * (1 + WORTHWHILE_GAIN);
}

function rest(target: number, step: 1 | -1): Concurrency {
  return { target, measured: [], enough: REST_SAMPLES, step };
}

function possibleStep(target: number, step: 1 | -1): 1 | -1 {
  if (target >= MAX_PARTS_IN_FLIGHT) return -1;
  return target <= MIN_PARTS_IN_FLIGHT ? 1 : step;
}
