import { bell, createRandom, HEIGHT, photograph, ramp, rasterize, smoothNoise, WIDTH, type Random } from './drawing';

export type BrainChannel = 'autofluorescence' | 'GFP' | 'DAPI';

const BACKGROUND = 40;
/** Thickness of the cortex, in half widths of the image. */
const CORTEX = 0.19;

/** Distances from the center to the surface, by angle from straight up, at the front and the back of the brain. */
const OUTLINE_DEGREES = [0, 25, 45, 70, 90, 105, 120, 135, 148, 160, 180];
const OUTLINE_FRONT = [0.66, 0.74, 0.79, 0.83, 0.86, 0.87, 0.86, 0.82, 0.77, 0.71, 0.65];
const OUTLINE_BACK = [0.6, 0.76, 0.89, 1.01, 1.06, 1.07, 1.01, 0.88, 0.73, 0.67, 0.69];
const OUTLINE_SCALE = 0.9;

/** Interpolates the outline with a Catmull-Rom spline. */
function surfaceDistance(t: number, degrees: number): number {
  const next = Math.max(
    1,
    OUTLINE_DEGREES.findIndex((corner) => corner >= degrees),
  );
  const from = OUTLINE_DEGREES[next - 1] ?? 0;
  const share = (degrees - from) / ((OUTLINE_DEGREES[next] ?? 180) - from);
  const at = (index: number): number => {
    const corner = Math.min(OUTLINE_DEGREES.length - 1, Math.abs(index));
    return (OUTLINE_FRONT[corner] ?? 0) * (1 - t) + (OUTLINE_BACK[corner] ?? 0) * t;
  };
  const [before, start, end, after] = [at(next - 2), at(next - 1), at(next), at(next + 1)];
  const curve = 2 * before - 5 * start + 4 * end - after + share * (3 * (start - end) + after - before);
  return OUTLINE_SCALE * (start + 0.5 * share * (end - before + share * curve));
}

/** Draws cell layers in red, fibers in green and ventricles in blue: one half of the brain and its mirror image. */
function structures(t: number, random: Random): string {
  const front = ramp(0.42, 0.3, t);
  const back = ramp(0.36, 0.47, t);
  const size = 0.75 + 0.25 * ramp(0.4, 1, t);
  const stroke = (color: string, width: number, opacity: number, path: string): string =>
    `<path d="${path}" stroke="${color}" stroke-width="${width}" opacity="${opacity}"/>`;
  const striatum = Array.from({ length: 90 }, () => {
    const [angle, distance] = [random() * 2 * Math.PI, Math.sqrt(random())];
    const [x, y] = [0.4 + 0.17 * distance * Math.cos(angle), 0.03 + 0.24 * distance * Math.sin(angle)];
    return `M${x.toFixed(3)} ${y.toFixed(3)}l.008 .012`;
  });
  const half =
    `<g transform="scale(${size})">` +
    stroke('#f00', 0.028, back, 'M.1-.28C.4-.36 .72-.1 .7 .17C.68 .34 .56 .3 .5 .1L.36-.05') +
    stroke('#f00', 0.034, back, 'M.44-.12C.3-.22 .12-.2 .11-.14S.3 0 .43 .12') +
    '</g>' +
    stroke('#0f0', 0.06, 0.8 * back, 'M.42-.02C.52 .1 .6 .28 .46 .42') +
    stroke('#0f0', 0.04, 0.7 * ramp(0.4, 0.6, t), 'M.28 .58Q.4 .56 .48 .47') +
    stroke('#0f0', 0.045, front, 'M0 .27Q.14 .27 .26 .36') +
    stroke('#0f0', 0.018, 0.8 * front, striatum.join('')) +
    stroke('#00f', 0.04, front, 'M.08-.22C.22-.2 .24-.05 .2 .15') +
    stroke('#00f', 0.024, back, 'M0 .28V.6') +
    stroke('#00f', 0.03, back, 'M.56-.13Q.66-.02 .68 .11');
  return (
    '<g fill="none" stroke-linecap="round" style="mix-blend-mode:screen">' +
    `<g id="half">${half}</g><use href="#half" transform="scale(-1 1)"/></g>`
  );
}

/** Draws the bright neurons of one half, with dendrites towards the surface. */
function neurons(t: number, random: Random): string {
  return Array.from({ length: 260 }, () => {
    const angle = (random() * 2 - 1) * 0.65 * Math.PI;
    const isCortical = random() < 0.75;
    const distance = isCortical
      ? surfaceDistance(t, (Math.abs(angle) / Math.PI) * 180) - CORTEX * (0.5 + 0.25 * random())
      : 0.55 * Math.sqrt(random());
    const [dx, dy] = [Math.sin(angle), -Math.cos(angle)];
    const [x, y] = [dx * distance, dy * distance];
    const opacity = (0.1 + 0.9 * random() ** 3).toFixed(2);
    const end = isCortical && random() < 0.4 ? distance + CORTEX * 0.4 : distance;
    return (
      `<g opacity="${opacity}" stroke="#666" stroke-width=".004"><path d="M${x} ${y}L${dx * end} ${dy * end}"/>` +
      `<circle cx="${x}" cy="${y}" r="${0.004 + 0.005 * random()}" fill="#fff" stroke="none"/></g>`
    );
  }).join('');
}

/**
 * Draws a coronal section in one channel as a 16-bit TIFF.
 *
 * @param t The position of the section, from 0 at the front (striatum) to 1 at the back (hippocampus).
 */
export async function drawBrainSection(channel: BrainChannel, t: number, seed: number): Promise<Buffer> {
  const layout = createRandom(seed);
  const tilt = (layout() - 0.5) * 0.06;
  const [cos, sin] = [Math.cos(tilt), Math.sin(tilt)];
  const masks = await rasterize(`<g transform="rotate(${(tilt * 180) / Math.PI})">${structures(t, layout)}</g>`);
  const spots = channel === 'GFP' ? await rasterize(neurons(t, layout)) : undefined;
  const texture = await smoothNoise(seed, 60);
  const bend = await smoothNoise(seed + 100, 110);
  const grain = createRandom(seed * 3 + channel.length);
  const outline = Float32Array.from({ length: 1_801 }, (_, index) => surfaceDistance(t, index / 10));

  return photograph(
    (column, row) => {
      const index = row * WIDTH + column;
      const [dx, dy] = [(column - WIDTH / 2) / (HEIGHT / 2), (row - HEIGHT / 2) / (HEIGHT / 2)];
      const [u, v] = [dx * cos + dy * sin, dy * cos - dx * sin];
      const degrees = (Math.atan2(Math.abs(u), -v) / Math.PI) * 180;
      const depth = (outline[Math.round(degrees * 10)] ?? 0) - Math.sqrt(u * u + v * v) + 0.012 * (bend[index] ?? 0);
      if (depth < -0.02) return BACKGROUND;

      const granules = (masks[index * 3] ?? 0) / 255;
      const tracts = (masks[index * 3 + 1] ?? 0) / 255;
      const ventricles = (masks[index * 3 + 2] ?? 0) / 200;
      const fissure = bell(0, 0.006 + 0.03 * ramp(0.1, 0, depth), u) * ramp(-0.3, -0.36, v);
      const tissue = ramp(-0.006, 0.012, depth) * (1 - 0.93 * Math.min(1, ventricles + fissure));
      const isCortex = ramp(128, 116, degrees);
      const cortex = depth / CORTEX;
      const callosum = isCortex * bell(1.13, 0.09, cortex);
      const fibers = Math.min(1, Math.max(callosum, tracts));
      const slow = texture[index] ?? 0;
      const noise = grain();
      switch (channel) {
        case 'autofluorescence': {
          const spot = grain();
          const speck = spot > 0.997 ? 1_100 * noise : spot < 0.004 ? -300 : 0;
          const layers =
            0.94 +
            isCortex *
              (0.16 * bell(0.05, 0.08, cortex) - 0.13 * bell(0.44, 0.07, cortex) + 0.08 * bell(0.66, 0.09, cortex));
          const gray = layers * (1 - 0.5 * fibers - 0.3 * granules + 0.08 * slow);
          return BACKGROUND + tissue * (760 * gray * (0.92 + 0.16 * noise) + speck);
        }
        case 'GFP': {
          const glow =
            150 +
            330 * fibers +
            isCortex * (190 * bell(0.62, 0.11, cortex) + 120 * bell(0.1, 0.08, cortex)) +
            420 * granules;
          return BACKGROUND + tissue * (glow * (0.85 + 0.3 * noise) + 12 * (spots?.[index * 3] ?? 0));
        }
        case 'DAPI': {
          const layers =
            isCortex *
            (0.5 * bell(0.22, 0.07, cortex) +
              0.6 * bell(0.42, 0.06, cortex) +
              0.25 * bell(0.62, 0.09, cortex) +
              0.5 * bell(0.86, 0.09, cortex));
          const density = (0.25 + 0.08 * slow) * (1 - 0.5 * isCortex) + layers;
          const piriform = 0.9 * bell(0.07, 0.014, depth) * bell(137, 11, degrees);
          return (
            BACKGROUND +
            tissue *
              (120 + 1_250 * (density * (1 - 0.72 * fibers) + piriform + 1.9 * granules) * (0.55 + 0.9 * noise ** 2))
          );
        }
      }
    },
    seed * 3 + channel.length,
  );
}
