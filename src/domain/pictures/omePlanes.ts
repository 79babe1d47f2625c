/** Longest description that is read for the number of planes. Longer ones describe thousands of planes, or much else. */
export const OME_DESCRIPTION_LENGTH = 1024 * 1024;

/**
 * Returns how many images a file must have by its description in OME-XML, or 1 if the description does not say: if planes lie in
 * several files, or if it describes several pictures.
 */
export function omePlanes(description: string): number {
  const isWhole = /<\/(?:\w+:)?OME>$/.test(description.slice(-1_000).trimEnd());
  const pixels = [...description.matchAll(/<(?:\w+:)?Pixels\s([^>]*)>/g)];
  const [[, size = ''] = []] = pixels;
  if (!isWhole || pixels.length !== 1 || !isAlone(description)) return 1;
  const blocks = [...description.matchAll(/<(?:\w+:)?TiffData(\s[^>]*?)?\/?>/g)].map(([, own = '']) => own);
  const ends = blocks.map((own) => {
    const first = attribute(own, 'IFD') ?? 0;
    const count = attribute(own, 'PlaneCount') ?? (own.includes('IFD') ? 1 : planesOf(size, description));
    return first + count;
  });
  return Math.max(1, ...ends);
}

/** Returns true if all planes are in the file that contains the description. */
function isAlone(description: string): boolean {
  const [, own] = /<(?:\w+:)?OME\s[^>]*UUID\s*=\s*["']([^"']*)["']/.exec(description) ?? [];
  return [...description.matchAll(/<(?:\w+:)?UUID[^>]*>([^<]*)</g)].every(([, named = '']) => named.trim() === own);
}

/** Returns the number of planes of a picture, in whose pixels the colors of a channel lie side by side. */
function planesOf(size: string, description: string): number {
  const [depth = 1, times = 1] = [attribute(size, 'SizeZ'), attribute(size, 'SizeT')];
  const channels = [...description.matchAll(/<(?:\w+:)?Channel\s([^>]*)>/g)].map(([, own = '']) => own);
  const perPixel = channels.map((own) => attribute(own, 'SamplesPerPixel') ?? 1);
  const samples = perPixel.reduce((sum, one) => sum + one, 0);
  const all = attribute(size, 'SizeC') ?? 1;
  return depth * times * (samples === all && samples > 0 ? channels.length : 1);
}

function attribute(attributes: string, name: string): number | undefined {
  const [, value] = new RegExp(`(?:^|\\s)${name}\\s*=\\s*["'](\\d+)["']`).exec(attributes) ?? [];
  return value === undefined ? undefined : Number(value);
}
