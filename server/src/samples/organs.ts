import { addSpot, createField, type Field, type Point } from './field';
import { bell, createNoise, createRandom, ramp, type Random } from './random';

/** Light of the glass beside the tissue. */
const GROUND = 45;

/** Which organ is drawn and what makes it glow. */
export interface OrganImage {
  readonly organ: 'kidney' | 'liver';
  /** `cells`: all nuclei; `vessels`: walls and lumen of vessels and tubules; `tissue`: its own faint glow. */
  readonly stain: 'cells' | 'vessels' | 'tissue';
  readonly seed: number;
}

/** Draws a slice of an organ: kidney with tubules and glomeruli, or liver with lobules around central veins. */
export function drawOrgan(width: number, height: number, { organ, stain, seed }: OrganImage): Field {
  const field = createField(width, height);
  const shape = createNoise(createRandom(seed));
  const tubules = createCells(createRandom(seed + 1));
  const grain = createRandom(seed + 2);
  const lobules = organ === 'liver';
  const bend = lobules ? 13 : 5;
  const spacing = lobules ? 58 : 15;
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      const [x, y] = [(column - width / 2) / (width * 0.43), (row - height / 2) / (height * 0.42)];
      const angle = Math.atan2(y, x);
      // A kidney is bean-shaped: its hilum is a dent on the left.
      const hilum = lobules ? 0 : 0.5 * bell(Math.PI, 0.42, Math.abs(angle));
      const edge = 0.93 - hilum + 0.09 * shape(Math.cos(angle) * 1.6 + 9, Math.sin(angle) * 1.6 + 9);
      const depth = edge - Math.hypot(x, y);
      if (depth < -0.02) {
        field.values[row * width + column] = GROUND;
        continue;
      }
      // Nothing in tissue is straight: what is drawn by rule is bent a little.
      const bentX = column + bend * shape(column / 26 + 3, row / 26);
      const bentY = row + bend * shape(column / 26, row / 26 + 40);
      // Towards the hilum a kidney's tubules run straight, together: they are drawn out along its rays.
      const medulla = lobules ? 0 : ramp(0.36, 0.46, depth + 0.05 * shape(column / 40, row / 40));
      const [rayX, rayY] = [bentX - width * 0.2, bentY - height / 2];
      const ray: Point = [(Math.atan2(rayY, rayX) * 150) / spacing, (Math.hypot(rayX, rayY) * 0.16) / spacing];
      const [first, second] = medulla > 0.5 ? tubules(...ray) : tubules(bentX / spacing, bentY / spacing);
      const light = glow(stain, lobules, first, second, medulla) * (1 + 0.15 * shape(column / 70, row / 70));
      const grainy = stain === 'cells' ? 0.45 + 1.1 * grain.even() ** 2 : 0.8 + 0.4 * grain.even();
      field.values[row * width + column] = GROUND + ramp(-0.01, 0.015, depth) * light * grainy;
    }
  }
  if (!lobules) addGlomeruli(field, stain, createRandom(seed + 3));
  return field;
}

/** @param first distance to the middle of the nearest tubule or lobule; @param second to the next */
function glow(stain: OrganImage['stain'], lobules: boolean, first: number, second: number, medulla: number): number {
  const border = bell(0, lobules ? 0.045 : 0.1, second - first);
  const lumen = ramp(lobules ? 0.09 : 0.2, lobules ? 0.05 : 0.08, first);
  const wall = lobules ? bell(0.1, 0.04, first) : bell(0.34, 0.1, first);
  switch (stain) {
    case 'cells':
      return (
        160 + (1 - lumen) * (420 + (lobules ? 260 : 900) * (lobules ? border + wall : wall)) * (1 - 0.25 * medulla)
      );
    case 'vessels':
      // In liver, vessels stand where lobules meet: where the border lies far from both middles.
      return (
        150 + 700 * wall * (lobules ? 1 : 0.4) + (lobules ? 2_600 * border * ramp(0.4, 0.75, first) : 1_200 * border)
      );
    case 'tissue':
      return (1 - 0.8 * lumen) * (760 - 240 * border) * (1 - 0.2 * medulla);
  }
}

/** Balls of capillaries, in the cortex only. */
function addGlomeruli(field: Field, stain: OrganImage['stain'], random: Random): void {
  const peak = { cells: 340, vessels: 1_300, tissue: 180 }[stain];
  const { width, height } = field;
  for (let count = 0; count < 64; count += 1) {
    const angle = (random.even() * 1.5 - 0.75) * Math.PI;
    const distance = 0.7 + 0.16 * random.even();
    const [x, y] = [
      width / 2 + Math.cos(angle) * distance * width * 0.43,
      height / 2 + Math.sin(angle) * distance * height * 0.42,
    ];
    for (let loop = 0; loop < 14; loop += 1) {
      addSpot(field, [x + random.normal() * 2.1, y + random.normal() * 2.1], 1, peak * (0.6 + 0.8 * random.even()));
    }
  }
}

const GRID = 256;

/** Distances to the nearest and second-nearest of points strewn over the plane, one to each unit square. */
function createCells(random: Random): (x: number, y: number) => readonly [first: number, second: number] {
  const offsets = Float32Array.from({ length: GRID * GRID * 2 }, () => 0.15 + 0.7 * random.even());
  return (x, y) => {
    const [column, row] = [Math.floor(x), Math.floor(y)];
    let [first, second] = [9, 9];
    for (let cell = 0; cell < 9; cell += 1) {
      const [left, top] = [column - 1 + (cell % 3), row - 1 + Math.floor(cell / 3)];
      const start = ((top & (GRID - 1)) * GRID + (left & (GRID - 1))) * 2;
      const distance = Math.sqrt((left + (offsets[start] ?? 0) - x) ** 2 + (top + (offsets[start + 1] ?? 0) - y) ** 2);
      if (distance < first) [first, second] = [distance, first];
      else if (distance < second) second = distance;
    }
    return [first, second];
  };
}
