import fc from 'fast-check';
import { analyzeContrast, brightnessOf, contrastBounds, HISTOGRAM_BINS } from '@data-manager/domain/pictures/contrast';

const someSamples = fc.oneof(
  fc.uint8Array({ minLength: 1, maxLength: 2_000 }).map((values) => new Uint8Array(values)),
  fc.uint16Array({ minLength: 1, maxLength: 2_000 }).map((values) => new Uint16Array(values)),
  fc
    .float32Array({
      minLength: 1,
      maxLength: 2_000,
      noNaN: true,
      noDefaultInfinity: true,
      min: -(2 ** 90),
      max: 2 ** 90,
    })
    .map((values) => new Float32Array(values)),
);

describe('automatic contrast', () => {
  it('spans the 1st to the 99.7th percentile', () => {
    const values = new Uint16Array(10_000).map((_, index) => index);
    expect(analyzeContrast([values]).auto).toEqual({ black: 100, white: 9_969 });
  });

  it('makes dark pictures of tissue visible that use a few percent of the range', () => {
    const values = new Uint16Array(100_000).map((_, index) => 200 + (index % 340));
    values[7] = 65_535;
    const { auto } = analyzeContrast([values]);
    expect(auto.black).toBeLessThan(210);
    expect(auto.white).toBeLessThan(545);
  });

  it('lies within the values, with black below white and at most the percentiles outside', () =>
    fc.assert(
      fc.property(someSamples, (samples) => {
        const { lowest, highest, auto } = analyzeContrast([samples]);
        fc.pre(lowest < highest);
        const sorted = [...samples].sort((left, right) => left - right);
        expect([lowest, highest]).toEqual([sorted[0], sorted.at(-1)]);
        expect(auto.black).toBeGreaterThanOrEqual(lowest);
        expect(auto.white).toBeLessThanOrEqual(highest);
        expect(auto.black).toBeLessThanOrEqual(auto.white);
        const below = sorted.filter((value) => value < auto.black).length;
        const above = sorted.filter((value) => value > auto.white).length;
        expect(below).toBeLessThanOrEqual(Math.ceil(0.01 * sorted.length));
        expect(above).toBeLessThanOrEqual(Math.ceil(0.003 * sorted.length));
      }),
    ));

  it.each([
    ['saturated', new Uint16Array(9).fill(65_535), 1],
    ['saturated with 8 bits', new Uint8Array(9).fill(255), 1],
    ['empty', new Uint16Array(9), 0],
    ['empty with floats', new Float32Array(9), 0],
    ['positive with floats', new Float32Array(9).fill(3), 0.5],
    ['negative with floats', new Float32Array(9).fill(-3), 0.5],
    ['half of the range', new Uint16Array(9).fill(32_768), 0.5],
  ])('shows a flat picture that is %s as bright as it is', (_what, samples, brightness) => {
    const { auto } = analyzeContrast([samples]);
    expect(brightnessOf(samples[0] ?? NaN, auto)).toBeCloseTo(brightness, 4);
  });

  it('keeps the colours of 8-bit RGB, but stretches 16-bit RGB', () => {
    const planes = [10, 20, 30].map((value) => new Uint8Array(100).map((_, index) => value + index));
    expect(analyzeContrast(planes).auto).toEqual({ black: 0, white: 255 });
    const deep = planes.map((plane) => Uint16Array.from(plane));
    expect(analyzeContrast(deep).auto.white).toBeLessThan(130);
  });

  it('shows a single bright spot on a uniform background', () => {
    const values = new Uint8Array(10_000).fill(7);
    values[5_000] = 90;
    expect(analyzeContrast([values]).auto).toEqual({ black: 7, white: 90 });
  });

  it('is shared by all planes of an RGB picture to avoid a colour shift', () => {
    const [red, green] = [new Uint16Array(1_000).fill(10), new Uint16Array(1_000).fill(200)];
    expect(analyzeContrast([red, green, red]).auto).toEqual({ black: 10, white: 200 });
  });
});

it('the histogram has one bar per bin of the slider range, with a maximum of 1', () =>
  fc.assert(
    fc.property(someSamples, (samples) => {
      const { histogram } = analyzeContrast([samples]);
      expect(histogram).toHaveLength(HISTOGRAM_BINS);
      expect(Math.max(...histogram)).toBe(1);
      expect(Math.min(...histogram)).toBeGreaterThanOrEqual(0);
    }),
  ));

describe('contrastBounds', () => {
  it('extends beyond the automatic contrast, but not over an empty range', () => {
    const bounds = contrastBounds({ lowest: 0, highest: 65_535, auto: { black: 100, white: 600 } });
    expect(bounds).toEqual({ black: 0, white: 1_600 });
  });

  it('always includes the shown contrast, even one kept from another section', () =>
    fc.assert(
      fc.property(someSamples, fc.integer(), fc.nat(), (samples, black, width) => {
        const shown = { black, white: black + width };
        const bounds = contrastBounds(analyzeContrast([samples]), shown);
        expect(bounds.black).toBeLessThanOrEqual(shown.black);
        expect(bounds.white).toBeGreaterThanOrEqual(shown.white);
      }),
    ));
});

it('brightnessOf rises with the value, from 0 at black to 1 at white', () =>
  fc.assert(
    fc.property(fc.integer(), fc.integer(), fc.integer(), fc.nat(), (one, other, black, width) => {
      const contrast = { black, white: black + width };
      const [low, high] = [Math.min(one, other), Math.max(one, other)];
      expect(brightnessOf(low, contrast)).toBeLessThanOrEqual(brightnessOf(high, contrast));
      expect(brightnessOf(black, contrast)).toBe(0);
      expect(brightnessOf(contrast.white + 1, contrast)).toBe(1);
    }),
  ));
