/** Numbers that look random and are the same for the same seed. */
export interface Random {
  /** From 0 (included) to 1 (excluded), even. */
  even(): number;
  /** Around 0 with a standard deviation of 1. */
  normal(): number;
}

/** A generator of its own for each seed (mulberry32; the normal ones by Box and Muller). */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const even = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return { even, normal: () => Math.sqrt(-2 * Math.log(1 - even())) * Math.cos(2 * Math.PI * even()) };
}

/** A smooth field over the plane, from −1 to 1, whose hills are about one unit wide. */
export type Noise = (x: number, y: number) => number;

const LATTICE = 64;
const COARSE = 8;

/** Value noise on a lattice that repeats every 64 units. */
export function createNoise(random: Random): Noise {
  const values = Float32Array.from({ length: LATTICE * LATTICE }, () => random.even() * 2 - 1);
  const at = (column: number, row: number): number =>
    values[(row & (LATTICE - 1)) * LATTICE + (column & (LATTICE - 1))] ?? 0;
  return (x, y) => {
    const column = Math.floor(x);
    const row = Math.floor(y);
    const right = smooth(x - column);
    const down = smooth(y - row);
    const upper = at(column, row) * (1 - right) + at(column + 1, row) * right;
    const lower = at(column, row + 1) * (1 - right) + at(column + 1, row + 1) * right;
    return upper * (1 - down) + lower * down;
  };
}

/** A field that is worked out at every 8th pixel only, for what changes slowly: 50 times as fast. */
export function coarsely(width: number, height: number, value: (column: number, row: number) => number): Noise {
  const columns = Math.ceil(width / COARSE) + 2;
  const rows = Math.ceil(height / COARSE) + 2;
  const values = new Float32Array(columns * rows);
  for (let index = 0; index < values.length; index += 1) {
    values[index] = value((index % columns) * COARSE, Math.floor(index / columns) * COARSE);
  }
  return (column, row) => {
    const [left, top] = [Math.floor(column / COARSE), Math.floor(row / COARSE)];
    const [right, down] = [column / COARSE - left, row / COARSE - top];
    const start = top * columns + left;
    const upper = (values[start] ?? 0) * (1 - right) + (values[start + 1] ?? 0) * right;
    const lower = (values[start + columns] ?? 0) * (1 - right) + (values[start + columns + 1] ?? 0) * right;
    return upper * (1 - down) + lower * down;
  };
}

/** A curve over 0 to 1.25 that is looked up in a table; what lies outside has the value of the nearer end. */
export function tabulated(curve: (value: number) => number): (value: number) => number {
  const table = Float32Array.from({ length: 501 }, (_, step) => curve(step / 400));
  return (value) => table[Math.min(500, Math.max(0, Math.round(value * 400)))] ?? 0;
}

/** 0 below `from`, 1 above `to`, smooth between; falling where `from` is the greater. */
export function ramp(from: number, to: number, value: number): number {
  return smooth(Math.min(1, Math.max(0, (value - from) / (to - from))));
}

/** A bell around `centre`: 1 there, about 0.6 at a distance of `width`. */
export function bell(centre: number, width: number, value: number): number {
  const distance = (value - centre) / width;
  return Math.exp(-distance * distance * 0.5);
}

function smooth(share: number): number {
  return share * share * (3 - 2 * share);
}
