import type { Section } from './brainSection';
import { addLine, addSpot, createField, type Field, type Point } from './field';
import { bell, createRandom, ramp, tabulated, type Random } from './random';

/** Light of the glass and agarose beside the tissue. */
const GROUND = 40;

/** Paints one channel of a section, as light before the camera. */
export type Painter = (section: Section, seed: number) => Field;

/** The tissue's own faint glow: fibres and hollows dark, regions told apart by little. */
export function paintAutofluorescence(section: Section, seed: number): Field {
  const random = createRandom(seed);
  const layers = tabulated(
    (c) => 1 + 0.16 * bell(0.03, 0.07, c) - 0.13 * bell(0.44, 0.07, c) + 0.08 * bell(0.66, 0.09, c),
  );
  const field = paintPixels(section, (at) => {
    const grey = 1 - 0.5 * at.fibres - 0.3 * Math.min(1, at.granules) + 0.2 * at.texture - 0.15 * at.piriform;
    return 760 * (at.cortex < 0 ? 0.94 : layers(at.cortex)) * grey * (0.92 + 0.16 * random.even());
  });
  scatter(
    section,
    random,
    1_600,
    (at) => at.tissue,
    (point) => {
      addSpot(field, point, 0.8 + random.even() * 0.7, -120 - 180 * random.even());
    },
  );
  scatter(
    section,
    random,
    3_000,
    (at) => at.tissue * (1 - at.fibres),
    (point) => {
      addSpot(field, point, 0.65, 150 + 1_100 * random.even() ** 4);
    },
  );
  return field;
}

/** A few bright neurons with their dendrites, and the glow of the tracts that their fibres run in. */
export function paintGfp(section: Section, seed: number): Field {
  const random = createRandom(seed);
  const layers = tabulated((c) => 190 * bell(0.62, 0.11, c) + 120 * bell(0.1, 0.08, c));
  const field = paintPixels(section, (at) => {
    const glow =
      150 +
      330 * at.fibres +
      layers(at.cortex < 0 ? 0.4 : at.cortex) +
      60 * at.texture +
      420 * Math.min(1, at.granules);
    return glow * (0.85 + 0.3 * random.even());
  });
  scatter(
    section,
    random,
    5_000,
    (at) => at.tissue * bell(0.6, 0.085, at.cortex),
    (point) => {
      addNeuron(field, section, random, point);
    },
  );
  scatter(
    section,
    random,
    1_500,
    (at) => at.tissue * bell(0.25, 0.07, at.cortex),
    (point) => {
      addNeuron(field, section, random, point);
    },
  );
  scatter(
    section,
    random,
    4_000,
    (at) => Math.min(1, at.granules * 0.9),
    (point) => {
      addSpot(field, point, 0.8 + random.even() * 0.4, 500 + 1_700 * random.even());
    },
  );
  scatter(
    section,
    random,
    900,
    (at) => at.tissue * (1 - at.fibres) * (at.cortex < 0 ? 1 : 0.2),
    (point) => {
      addSpot(field, point, 0.8 + random.even() * 0.6, 300 + 2_300 * random.even() ** 3);
    },
  );
  return field;
}

/** The nuclei of all cells: layers of the cortex, and the hippocampus brightest of all. */
export function paintDapi(section: Section, seed: number): Field {
  const random = createRandom(seed);
  // At this size a nucleus is smaller than a pixel: cells are seen as grain more than as spots.
  const field = paintPixels(section, (at) => {
    const dense = cellDensity(at) + 1.9 * Math.min(1.1, at.granules);
    return 120 + 1_250 * dense * (0.55 + 0.9 * random.even() ** 2);
  });
  scatter(
    section,
    random,
    12_000,
    (at) => Math.min(1, cellDensity(at)),
    (point) => {
      addSpot(field, point, 0.6 + random.even() * 0.3, 200 + 900 * random.even() ** 2);
    },
  );
  return field;
}

const cellsByLayer = tabulated(
  (c) =>
    0.1 +
    0.5 * bell(0.22, 0.07, c) +
    0.62 * bell(0.42, 0.06, c) +
    0.24 * bell(0.62, 0.09, c) +
    0.5 * bell(0.86, 0.09, c),
);

/** How densely cells lie, about 0 to 1. */
function cellDensity(at: PixelOfSection): number {
  const layers = at.cortex >= 0 && at.cortex < 1.05 ? cellsByLayer(at.cortex) : 0.3 + 0.2 * at.texture;
  return Math.max(0.03, layers * (1 - 0.72 * at.fibres) + 0.9 * at.piriform) * at.tissue;
}

interface PixelOfSection {
  readonly tissue: number;
  readonly cortex: number;
  readonly fibres: number;
  readonly granules: number;
  readonly texture: number;
  readonly piriform: number;
}

function pixelOf(section: Section, index: number): PixelOfSection {
  return {
    tissue: section.tissue[index] ?? 0,
    cortex: section.cortex[index] ?? -1,
    fibres: section.fibres[index] ?? 0,
    granules: section.granules[index] ?? 0,
    texture: section.texture[index] ?? 0,
    piriform: section.piriform[index] ?? 0,
  };
}

function paintPixels(section: Section, light: (at: PixelOfSection) => number): Field {
  const field = createField(section.width, section.height);
  for (let index = 0; index < field.values.length; index += 1) {
    const tissue = section.tissue[index] ?? 0;
    field.values[index] = GROUND + (tissue === 0 ? 0 : tissue * light(pixelOf(section, index)));
  }
  return field;
}

/** Puts things at places taken by chance, more of them where they are likelier (0 to 1). */
function scatter(
  section: Section,
  random: Random,
  tries: number,
  likelihood: (at: PixelOfSection) => number,
  put: (point: Point) => void,
): void {
  const { width, height, tissue } = section;
  for (let count = 0; count < tries; count += 1) {
    const point: Point = [random.even() * (width - 1), random.even() * (height - 1)];
    const index = Math.round(point[1]) * width + Math.round(point[0]);
    if ((tissue[index] ?? 0) > 0.2 && random.even() < likelihood(pixelOf(section, index))) put(point);
  }
}

/** A pyramidal cell: its body, the dendrite that climbs towards the surface, and a tuft of short ones. */
function addNeuron(field: Field, section: Section, random: Random, point: Point): void {
  // Many faint ones, out of focus or weakly labelled, for each bright one.
  const light = 250 + 3_400 * random.even() ** 4;
  addSpot(field, point, 0.9 + random.even() * 0.5, light);
  if (light < 900) return;
  const [x, y] = point;
  const [dx, dy] = section.outwards(point);
  const reach = 0.45 + 0.45 * random.even();
  const along = (share: number): Point => [
    x + dx * share + random.normal() * 0.8,
    y + dy * share + random.normal() * 0.8,
  ];
  const climb = [point, along(reach * 0.3), along(reach * 0.65), along(reach)];
  addLine(field, climb, 0.55, (share) => light * 0.2 * (1 - 0.8 * share));
  for (let branch = 0; branch < 4; branch += 1) {
    const angle = random.even() * 2 * Math.PI;
    const length = 3 + 5 * random.even();
    const end: Point = [x + Math.cos(angle) * length, y + Math.sin(angle) * length];
    addLine(field, [point, end], 0.55, (share) => light * 0.16 * (1 - ramp(0.2, 1, share)));
  }
}
