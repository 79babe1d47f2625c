import { bell, createRandom, HEIGHT, photograph, ramp, smoothNoise, WIDTH } from './drawing';

const BACKGROUND = 45;
const GRID = 64;

interface OrganImage {
  readonly organ: 'kidney' | 'liver';
  /** `cells`: nuclei; `vessels`: walls of vessels and tubules; `tissue`: autofluorescence. */
  readonly stain: 'cells' | 'vessels' | 'tissue';
  readonly seed: number;
}

/**
 * Returns a function that computes the distances from a point to the nearest two of random points. Each unit square
 * contains one.
 */
function createCells(seed: number): (x: number, y: number) => readonly [nearest: number, second: number] {
  const random = createRandom(seed);
  const offsets = Float32Array.from({ length: GRID * GRID * 2 }, () => 0.15 + 0.7 * random());
  return (x, y) => {
    let [nearest, second] = [9, 9];
    for (let cell = 0; cell < 9; cell += 1) {
      const [left, top] = [Math.floor(x) - 1 + (cell % 3), Math.floor(y) - 1 + Math.floor(cell / 3)];
      const start = ((top & (GRID - 1)) * GRID + (left & (GRID - 1))) * 2;
      const distance = Math.hypot(left + (offsets[start] ?? 0) - x, top + (offsets[start + 1] ?? 0) - y);
      if (distance < nearest) [nearest, second] = [distance, nearest];
      else second = Math.min(second, distance);
    }
    return [nearest, second];
  };
}

/** Draws a slice of a kidney with tubules, or of a liver with lobules, as a 16-bit TIFF. */
export async function drawOrgan({ organ, stain, seed }: OrganImage): Promise<Buffer> {
  const isLiver = organ === 'liver';
  const spacing = isLiver ? 58 : 15;
  const [bendX, bendY] = [await smoothNoise(seed, 26), await smoothNoise(seed + 1, 26)];
  const shape = await smoothNoise(seed + 2, 160);
  const cells = createCells(seed + 3);
  const grain = createRandom(seed + 4);
  return photograph((column, row) => {
    const index = row * WIDTH + column;
    const [x, y] = [(column - WIDTH / 2) / (WIDTH * 0.43), (row - HEIGHT / 2) / (HEIGHT * 0.42)];
    // The hilum of a kidney is a dent on its left side.
    const hilum = isLiver ? 0 : 0.5 * bell(Math.PI, 0.42, Math.abs(Math.atan2(y, x)));
    const depth = 0.93 - hilum + 0.06 * (shape[index] ?? 0) - Math.hypot(x, y);
    if (depth < -0.02) return BACKGROUND;
    const bend = isLiver ? 0.22 : 0.33;
    const [nearest, second] = cells(
      column / spacing + bend * (bendX[index] ?? 0),
      row / spacing + bend * (bendY[index] ?? 0),
    );
    const border = bell(0, isLiver ? 0.045 : 0.1, second - nearest);
    const lumen = ramp(isLiver ? 0.09 : 0.2, isLiver ? 0.05 : 0.08, nearest);
    const wall = isLiver ? bell(0.1, 0.04, nearest) : bell(0.34, 0.1, nearest);
    const noise = grain();
    const light = {
      cells: (160 + (1 - lumen) * (420 + (isLiver ? 260 * (border + wall) : 900 * wall))) * (0.45 + 1.1 * noise ** 2),
      vessels: (150 + 700 * wall + (isLiver ? 2_600 * ramp(0.4, 0.75, nearest) : 1_200) * border) * (0.8 + 0.4 * noise),
      tissue: (1 - 0.8 * lumen) * (760 - 240 * border) * (0.8 + 0.4 * noise),
    }[stain];
    return BACKGROUND + ramp(-0.01, 0.015, depth) * light;
  }, seed);
}
