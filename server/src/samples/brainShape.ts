import { spline, type Point } from './field';
import { ramp } from './random';

/**
 * The shape of a mouse brain's coronal sections, one half of it: the other is its mirror image. Lengths are about
 * half the brain's width; x goes outwards from the midline, y downwards. `t` goes from 0, in the front where the
 * striatum is, to 1, at the end of the hippocampus.
 */

/** Angles from straight up, degrees, at which the outline is given. */
const OUTLINE_DEGREES = [0, 12, 25, 45, 70, 90, 105, 120, 135, 148, 160, 172, 180];
const OUTLINE_FRONT = [0.66, 0.7, 0.74, 0.79, 0.83, 0.86, 0.87, 0.86, 0.82, 0.77, 0.71, 0.66, 0.65];
const OUTLINE_MIDDLE = [0.64, 0.7, 0.77, 0.88, 0.99, 1.04, 1.06, 1.03, 0.93, 0.79, 0.73, 0.74, 0.76];
const OUTLINE_BACK = [0.56, 0.64, 0.74, 0.9, 1.03, 1.08, 1.07, 0.99, 0.83, 0.66, 0.6, 0.6, 0.61];
const OUTLINE_STEPS = 2048;

/** The distance from the centre to the surface, by angle from straight up (0 to π). */
export type Outline = (angle: number) => number;

/** The outline of a section, looked up in a table, since it is asked for at each pixel. */
export function outlineAt(t: number): Outline {
  const given = OUTLINE_DEGREES.map((_, index) =>
    blend(t, OUTLINE_FRONT[index] ?? 0, OUTLINE_MIDDLE[index] ?? 0, OUTLINE_BACK[index] ?? 0),
  );
  const table = Float32Array.from({ length: OUTLINE_STEPS + 1 }, (_, step) => {
    return between(given, (step / OUTLINE_STEPS) * 180);
  });
  return (angle) => table[Math.round((angle / Math.PI) * OUTLINE_STEPS)] ?? 0;
}

function between(given: readonly number[], degrees: number): number {
  const next = Math.max(
    1,
    OUTLINE_DEGREES.findIndex((corner) => corner >= degrees),
  );
  const from = OUTLINE_DEGREES[next - 1] ?? 0;
  const share = (degrees - from) / ((OUTLINE_DEGREES[next] ?? 180) - from);
  const start = given[next - 1] ?? 0;
  const end = given[next] ?? start;
  return spline(given[next - 2] ?? end, start, end, given[next + 1] ?? start, share);
}

function blend(t: number, front: number, middle: number, back: number): number {
  return t < 0.5 ? front + (middle - front) * ramp(0, 0.5, t) : middle + (back - middle) * ramp(0.5, 1, t);
}

/** A drawn structure: a line through points, with its half width, there as far as `strength` says (0 to 1). */
export interface Curve {
  readonly points: readonly Point[];
  readonly width: number;
  readonly strength: number;
}

/** The thin, densely packed layers: the horn of Ammon, the two blades of the dentate gyrus, the habenula. */
export function granuleLayers(t: number): readonly Curve[] {
  const there = ramp(0.37, 0.46, t);
  const spread = ramp(0.4, 1, t);
  const x = (near: number, far: number): number => near + (far - near) * spread;
  const horn: Point[] = [
    [0.1, -0.3],
    [x(0.24, 0.3), -0.31],
    [x(0.42, 0.5), x(-0.25, -0.22)],
    [x(0.55, 0.68), x(-0.11, 0)],
    [x(0.55, 0.74), x(0.01, 0.24)],
    [x(0.46, 0.62), x(0.04, 0.3)],
    [x(0.38, 0.5), x(-0.02, 0.1)],
    [x(0.29, 0.36), x(-0.09, -0.05)],
  ];
  const blades: Point[] = [
    [x(0.36, 0.44), x(-0.17, -0.12)],
    [x(0.24, 0.28), x(-0.19, -0.19)],
    [0.11, -0.15],
    [x(0.14, 0.16), -0.09],
    [x(0.25, 0.3), x(-0.045, 0.02)],
    [x(0.38, 0.43), x(0, 0.12)],
  ];
  const habenula: Point[] = [
    [0.05, -0.01],
    [0.07, 0.03],
    [0.08, 0.06],
  ];
  return [
    { points: horn, width: 0.011, strength: there * 0.75 },
    { points: blades, width: 0.014, strength: there },
    { points: habenula, width: 0.028, strength: there * ramp(0.9, 0.7, t) * 0.3 },
  ];
}

/** Bundles of fibres away from the cortex: the internal capsule, fimbria, fornix, anterior commissure, tracts. */
export function fibreTracts(t: number): readonly Curve[] {
  const front = ramp(0.42, 0.3, t);
  const behind = ramp(0.36, 0.47, t);
  return [
    {
      points: [
        [0.44, -0.02],
        [0.56, 0.14],
        [0.6, 0.3],
        [0.5, 0.44],
      ],
      width: 0.026,
      strength: behind * ramp(0.95, 0.75, t),
    },
    {
      points: [
        [0.52, 0.1],
        [0.48, 0.04],
        [0.42, 0.02],
      ],
      width: 0.02,
      strength: behind * ramp(0.7, 0.5, t),
    },
    {
      points: [
        [0.12, 0.42],
        [0.13, 0.45],
      ],
      width: 0.022,
      strength: behind * 0.8,
    },
    {
      points: [
        [0.17, 0.2],
        [0.19, 0.24],
        [0.2, 0.28],
      ],
      width: 0.014,
      strength: behind * 0.7,
    },
    {
      points: [
        [0.3, 0.62],
        [0.42, 0.58],
        [0.52, 0.5],
      ],
      width: 0.018,
      strength: ramp(0.4, 0.6, t) * 0.8,
    },
    {
      points: [
        [0, 0.29],
        [0.1, 0.3],
        [0.2, 0.33],
        [0.28, 0.38],
      ],
      width: 0.02,
      strength: front,
    },
    {
      points: [
        [0.06, 0.02],
        [0.07, 0.1],
        [0.07, 0.2],
      ],
      width: 0.018,
      strength: front * 0.7,
    },
  ];
}

/** The hollows filled with liquid. */
export function ventricles(t: number): readonly Curve[] {
  const front = ramp(0.39, 0.3, t);
  const behind = ramp(0.38, 0.5, t);
  return [
    {
      points: [
        [0.08, -0.23],
        [0.15, -0.2],
        [0.22, -0.1],
        [0.23, 0.06],
        [0.21, 0.16],
      ],
      width: 0.016,
      strength: front,
    },
    {
      points: [
        [0, 0.3],
        [0, 0.42],
        [0, 0.56],
        [0, 0.66],
      ],
      width: 0.009,
      strength: behind,
    },
    {
      points: [
        [0, -0.06],
        [0, -0.02],
        [0, 0.02],
      ],
      width: 0.02,
      strength: behind * ramp(1, 0.8, t),
    },
    {
      points: [
        [0.6, -0.14],
        [0.69, -0.01],
        [0.74, 0.12],
      ],
      width: 0.013,
      strength: behind,
    },
    {
      points: [
        [0, 0.14],
        [0, 0.2],
      ],
      width: 0.024,
      strength: ramp(0.85, 1, t),
    },
  ];
}
