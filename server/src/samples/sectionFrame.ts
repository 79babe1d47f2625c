import type { Point } from './field';
import { coarsely, createNoise, createRandom, type Noise } from './random';

/** Slow hills by which tissue is bent, and small ones, in half widths of the brain. */
const BEND = 0.022;
const RIPPLE = 0.006;
/** The regions of the brain are the same in all sections. */
const REGIONS_SEED = 77;

/** How a section lies on the slide: where its centre is, how it is turned and bent. */
export interface SectionFrame {
  readonly width: number;
  readonly height: number;
  readonly centreX: number;
  readonly centreY: number;
  /** Of the angle by which it is turned. */
  readonly cos: number;
  readonly sin: number;
  /** Pixels for half the brain's width. */
  readonly scale: number;
  /** By how much the tissue at a pixel is bent, in half widths. */
  readonly bendX: Noise;
  readonly bendY: Noise;
  /** From half widths to pixels. */
  readonly toPixel: (point: Point) => Point;
}

/** Lays a section on the slide; neighbouring sections (`t`) are bent alike. */
export function frameSection(width: number, height: number, t: number, seed: number): SectionFrame {
  const random = createRandom(seed);
  const scale = width * 0.375;
  const tilt = random.normal() * 0.02;
  const [cos, sin] = [Math.cos(tilt), Math.sin(tilt)];
  const [centreX, centreY] = [width / 2 + random.normal() * 3, height * 0.485 + random.normal() * 3];
  const bend = createNoise(random);
  const place = { width, height, centreX, centreY, cos, sin, scale };
  const bendX = coarsely(width, height, (column, row) => {
    const [x, y] = unturned(place, column, row);
    return BEND * bend(x * 2.1 + 7, y * 2.1 + t * 2) + RIPPLE * bend(x * 7, y * 7);
  });
  const bendY = coarsely(width, height, (column, row) => {
    const [x, y] = unturned(place, column, row);
    return BEND * bend(x * 2.1 + t * 2, y * 2.1 + 31) + RIPPLE * bend(x * 7 + 9, y * 7);
  });
  const turned = (x: number, y: number): Point => [
    centreX + (x * cos - y * sin) * scale,
    centreY + (x * sin + y * cos) * scale,
  ];
  const toPixel = ([x, y]: Point): Point => {
    const straight = turned(x, y);
    return turned(x - bendX(...straight), y - bendY(...straight));
  };
  return { ...place, bendX, bendY, toPixel };
}

/** Slow differences of brightness between the regions, −1 to 1, the same on both sides. */
export function regionTexture(frame: SectionFrame, t: number): Noise {
  const regions = createNoise(createRandom(REGIONS_SEED));
  return coarsely(frame.width, frame.height, (column, row) => {
    const [signedX, y] = unturned(frame, column, row);
    const x = Math.abs(signedX);
    return 0.6 * regions(x * 4 + 3, y * 4 + t * 1.5) + 0.4 * regions(x * 9, y * 9 + t * 4 + 20);
  });
}

type Place = Pick<SectionFrame, 'centreX' | 'centreY' | 'cos' | 'sin' | 'scale'>;

function unturned({ centreX, centreY, cos, sin, scale }: Place, column: number, row: number): Point {
  const [dx, dy] = [(column - centreX) / scale, (row - centreY) / scale];
  return [dx * cos + dy * sin, dy * cos - dx * sin];
}
