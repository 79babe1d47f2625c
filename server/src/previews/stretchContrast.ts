/** Where black and white lie among the sorted values: real tissue fills a few percent of a camera's range. */
const LOW_PERCENTILE = 0.01;
const HIGH_PERCENTILE = 0.997;
/** Percentiles of this many values, taken evenly, are as good to the eye as those of all. */
const SAMPLED_VALUES = 65_536;

/**
 * Maps values of any range to 0…255, the 1st percentile to black and the 99.7th to white. Values that are no
 * finite number are black. An image of one value only becomes mid-grey, since there is nothing to stretch.
 */
export function stretchContrast(values: Float32Array): Uint8Array {
  const [low, high] = percentiles(values);
  const stretched = new Uint8Array(values.length);
  if (!(high > low)) return stretched.fill(128);
  const scale = 255 / (high - low);
  for (let index = 0; index < values.length; index += 1) {
    const value = ((values[index] ?? 0) - low) * scale;
    stretched[index] = value > 255 ? 255 : value > 0 ? Math.round(value) : 0;
  }
  return stretched;
}

/** What becomes black and what becomes white, from all values or a sample of them. */
export function percentiles(values: Float32Array): readonly [low: number, high: number] {
  const step = Math.max(1, Math.floor(values.length / SAMPLED_VALUES));
  const sample = values.filter((value, index) => index % step === 0 && Number.isFinite(value)).sort();
  const at = (share: number): number => sample[Math.round((sample.length - 1) * share)] ?? 0;
  const low = at(LOW_PERCENTILE);
  const high = at(HIGH_PERCENTILE);
  // Few bright spots on an even ground can lie above the high percentile all together: then take the whole range.
  return high > low ? [low, high] : [at(0), at(1)];
}
