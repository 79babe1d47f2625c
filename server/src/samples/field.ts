/** A point of a drawing, in pixels. */
export type Point = readonly [x: number, y: number];

/** Light on a plane, in pixels; what is drawn adds up. */
export interface Field {
  readonly width: number;
  readonly height: number;
  readonly values: Float32Array;
}

/** A dark plane. */
export function createField(width: number, height: number): Field {
  return { width, height, values: new Float32Array(width * height) };
}

/** Adds a soft spot, `peak` bright in its middle, of which `sigma` pixels is the radius. */
export function addSpot(field: Field, [x, y]: Point, sigma: number, peak: number): void {
  const { width, height, values } = field;
  const reach = Math.ceil(sigma * 2.6);
  const falloff = -0.5 / (sigma * sigma);
  const left = Math.max(0, Math.round(x) - reach);
  const right = Math.min(width - 1, Math.round(x) + reach);
  for (let row = Math.max(0, Math.round(y) - reach); row <= Math.min(height - 1, Math.round(y) + reach); row += 1) {
    for (let column = left; column <= right; column += 1) {
      const squared = (column - x) ** 2 + (row - y) ** 2;
      const index = row * width + column;
      values[index] = (values[index] ?? 0) + peak * Math.exp(squared * falloff);
    }
  }
}

/** Adds a soft line through points, as wide as its spots, whose peak may change on the way from 0 to 1. */
export function addLine(field: Field, points: readonly Point[], sigma: number, peak: (share: number) => number): void {
  const spacing = Math.max(0.5, sigma * 0.8);
  // Spots of this spacing overlap: together they are this much brighter than one.
  const overlap = (sigma / spacing) * Math.sqrt(2 * Math.PI);
  const path = resample(points, spacing);
  for (const [index, point] of path.entries()) addSpot(field, point, sigma, peak(index / path.length) / overlap);
}

/** Points `spacing` apart on a smooth curve (Catmull and Rom) through the given ones. */
function resample(points: readonly Point[], spacing: number): Point[] {
  const path: Point[] = [];
  for (let index = 0; index + 1 < points.length; index += 1) {
    const start = points[index] ?? [0, 0];
    const end = points[index + 1] ?? start;
    const before = points[index - 1] ?? start;
    const after = points[index + 2] ?? end;
    const steps = Math.max(1, Math.round(Math.hypot(end[0] - start[0], end[1] - start[1]) / spacing));
    for (let step = 0; step < steps; step += 1) {
      const share = step / steps;
      path.push([
        spline(before[0], start[0], end[0], after[0], share),
        spline(before[1], start[1], end[1], after[1], share),
      ]);
    }
  }
  return path;
}

/** A value on the smooth curve between `start` and `end`. */
export function spline(before: number, start: number, end: number, after: number, share: number): number {
  const slope = end - before;
  const curve = 2 * before - 5 * start + 4 * end - after;
  const cube = 3 * (start - end) + after - before;
  return start + 0.5 * share * (slope + share * (curve + share * cube));
}
