import { fibreTracts, granuleLayers, outlineAt, ventricles, type Curve, type Outline } from './brainShape';
import { addLine, createField, type Field, type Point } from './field';
import { bell, createRandom, ramp, type Random } from './random';
import { frameSection, regionTexture, type SectionFrame } from './sectionFrame';

/** Thickness of the cortex, in half widths of the brain. */
const CORTEX = 0.25;
const WHITE_MATTER = 0.062;
const DEGREE = Math.PI / 180;

/** What lies where in a section: for each pixel a share from 0 to 1, the same for all channels. */
export interface Section {
  readonly width: number;
  readonly height: number;
  /** Tissue at all. */
  readonly tissue: Float32Array;
  /** How deep in the cortex: 0 at its surface, 1 at its floor; negative outside of it. */
  readonly cortex: Float32Array;
  /** Fibres without cell bodies. */
  readonly fibres: Float32Array;
  /** Densely packed layers of the hippocampus. */
  readonly granules: Float32Array;
  /** Slow differences between regions, −1 to 1. */
  readonly texture: Float32Array;
  /** The layer of the piriform cortex. */
  readonly piriform: Float32Array;
  /** The direction to the surface, at a pixel. */
  readonly outwards: (point: Point) => Point;
}

/**
 * Lays out a coronal section.
 *
 * @param t 0 in the front to 1 in the back
 * @param seed of the differences between one animal's sections: how it lies on the slide, its small folds
 */
export function layOutSection(width: number, height: number, t: number, seed: number): Section {
  const frame = frameSection(width, height, t, seed);
  const { cos, sin, centreX, centreY, scale, bendX, bendY } = frame;
  const texture = regionTexture(frame, t);
  const outline = outlineAt(t);
  const drawn = (curves: readonly Curve[]): Field => drawMirrored(curves, createField(width, height), frame);
  const granules = drawn(granuleLayers(t)).values;
  const tracts = drawn([...fibreTracts(t), ...striatumPencils(t, createRandom(seed + 1))]).values;
  const hollows = drawn(ventricles(t)).values;

  const plane = (): Float32Array => new Float32Array(width * height);
  const section = { tissue: plane(), cortex: plane(), fibres: plane(), texture: plane(), piriform: plane() };
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      const index = row * width + column;
      const dx = column - centreX;
      const dy = row - centreY;
      const u = (dx * cos + dy * sin) / scale + bendX(column, row);
      const v = (dy * cos - dx * sin) / scale + bendY(column, row);
      const angle = Math.atan2(Math.abs(u), -v);
      const depth = (outline(angle) - Math.sqrt(u * u + v * v)) * 0.96;
      section.cortex[index] = -1;
      if (depth < -0.02) continue;

      // It opens towards the surface.
      const fissure = Math.abs(u) > 0.15 ? 0 : bell(0, 0.006 + 0.035 * ramp(0.1, 0, depth), u) * ramp(-0.33, -0.38, v);
      const hollow = Math.min(1, (hollows[index] ?? 0) * 1.3 + fissure);
      section.tissue[index] = ramp(-0.006, 0.012, depth) * (1 - 0.93 * hollow);
      const isCortex = ramp(128 * DEGREE, 116 * DEGREE, angle);
      const floor = CORTEX * (1 - 0.3 * ramp(95 * DEGREE, 125 * DEGREE, angle));
      if (isCortex > 0.02) section.cortex[index] = depth / floor;
      const callosum = isCortex === 0 ? 0 : bell(floor + WHITE_MATTER / 2, WHITE_MATTER * 0.36, depth) * isCortex;
      section.fibres[index] = Math.min(1, Math.max(callosum, tracts[index] ?? 0));
      if (depth < 0.13) section.piriform[index] = bell(0.075, 0.014, depth) * bell(137 * DEGREE, 11 * DEGREE, angle);
      section.texture[index] = texture(column, row);
    }
  }
  return { ...section, width, height, granules, outwards: outwardsFrom(frame, outline) };
}

/** The striatum's pencils of fibres, cut across: small islands in the front. */
function striatumPencils(t: number, random: Random): Curve[] {
  const strength = ramp(0.43, 0.36, t);
  return Array.from({ length: strength === 0 ? 0 : 90 }, () => {
    const [angle, distance] = [random.even() * 2 * Math.PI, Math.sqrt(random.even())];
    const x = 0.44 + 0.19 * distance * Math.cos(angle);
    const y = 0.03 + 0.27 * distance * Math.sin(angle);
    const end: Point = [x + 0.012 * random.normal(), y + 0.02 * random.normal()];
    return { points: [[x, y], end], width: 0.007 + 0.006 * random.even(), strength: strength * 0.8 };
  });
}

function drawMirrored(curves: readonly Curve[], field: Field, { toPixel, scale }: SectionFrame): Field {
  for (const { points, width, strength } of curves) {
    if (strength === 0) continue;
    const sides = points.every(([x]) => x === 0) ? [1] : [1, -1];
    for (const side of sides) {
      const path = points.map(([x, y]) => toPixel([x * side, y]));
      // Thinning out at both ends.
      addLine(field, path, width * scale, (share) => strength * Math.min(1, 0.25 + 7 * Math.min(share, 1 - share)));
    }
  }
  return field;
}

function outwardsFrom({ centreX, centreY, scale }: SectionFrame, outline: Outline): (point: Point) => Point {
  return ([x, y]) => {
    const [dx, dy] = [x - centreX, y - centreY];
    const length = Math.hypot(dx, dy) || 1;
    const toSurface = outline(Math.atan2(Math.abs(dx), -dy)) * scale - length;
    return [(dx / length) * toSurface, (dy / length) * toSurface];
  };
}
