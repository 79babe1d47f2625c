/** The second part fills the gaps that the first one leaves. */
const MIN_CONCURRENCY = 2;
/** Browsers open no more connections to one host over HTTP/1.1. */
const MAX_CONCURRENCY = 6;

/** An additional part must raise throughput by this much; less is noise, and costs memory and longer retries. */
const MIN_GAIN = 0.1;
/** Samples ignored after a change: new connections are still getting up to speed. */
const RAMP_SAMPLES = 1;
/** Samples averaged into a throughput that can be compared. */
const MEAN_SAMPLES = 3;
/** Samples before the next trial, once a number has proven itself: one minute. */
const REST_SAMPLES = 120;

/** The throughput during one interval. */
export interface ThroughputSample {
  /** Parts in flight throughout the interval. */
  readonly concurrency: number;
  readonly bytesPerSecond: number;
}

/** How many parts to send at the same time, and the search for a better number. */
export interface Concurrency {
  readonly target: number;
  /** Throughputs measured since the target was set, bytes per second. */
  readonly measured: readonly number[];
  /** Samples to take before the next decision. */
  readonly enough: number;
  /** The next trial adds (1) or removes (-1) a part. */
  readonly step: 1 | -1;
  /** During a trial: the number that the target is compared with. */
  readonly rival?: { readonly target: number; readonly bytesPerSecond: number };
}

/** The concurrency before anything is measured. */
export const INITIAL_CONCURRENCY: Concurrency = {
  target: MIN_CONCURRENCY,
  measured: [],
  enough: RAMP_SAMPLES + MEAN_SAMPLES,
  step: 1,
};

/**
 * Adjusts the concurrency by hill climbing with hysteresis. An additional part is kept if it raises throughput by 10 %
 * or more, and then the next one is tried. Because connections change, one part less is tried now and then; that number
 * is kept if the additional part brought less than 10 %.
 */
export function adjustConcurrency(
  current: Concurrency,
  { concurrency, bytesPerSecond }: ThroughputSample,
): Concurrency {
  // The sample was not taken at the target: at the end of a file, after a failed part, or offline.
  if (concurrency !== current.target || !Number.isFinite(bytesPerSecond) || bytesPerSecond <= 0) return current;
  const sampled = { ...current, measured: [...current.measured, bytesPerSecond] };
  if (sampled.measured.length < sampled.enough) return sampled;
  const latest = sampled.measured.slice(-MEAN_SAMPLES);
  const mean = latest.reduce((sum, rate) => sum + rate, 0) / latest.length;
  return sampled.rival === undefined ? startTrial(sampled, mean) : endTrial(sampled, sampled.rival, mean);
}

function startTrial({ target, step: preferred }: Concurrency, bytesPerSecond: number): Concurrency {
  const step = allowedStep(target, preferred);
  return {
    target: target + step,
    measured: [],
    enough: RAMP_SAMPLES + MEAN_SAMPLES,
    step,
    rival: { target, bytesPerSecond },
  };
}

function endTrial(trial: Concurrency, rival: NonNullable<Concurrency['rival']>, bytesPerSecond: number): Concurrency {
  const isBetter =
    trial.step === 1 ? isGain(bytesPerSecond, rival.bytesPerSecond) : !isGain(rival.bytesPerSecond, bytesPerSecond);
  if (!isBetter) return rest(rival.target, trial.step === 1 ? -1 : 1);
  const canContinue = allowedStep(trial.target, trial.step) === trial.step;
  return canContinue ? startTrial(trial, bytesPerSecond) : rest(trial.target, trial.step);
}

function isGain(withMore: number, withFewer: number): boolean {
  return withMore >= withFewer * (1 + MIN_GAIN);
}

function rest(target: number, step: 1 | -1): Concurrency {
  return { target, measured: [], enough: REST_SAMPLES, step };
}

function allowedStep(target: number, step: 1 | -1): 1 | -1 {
  if (target >= MAX_CONCURRENCY) return -1;
  return target <= MIN_CONCURRENCY ? 1 : step;
}
