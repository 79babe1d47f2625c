/** Longest description that is read for the number of planes. Longer descriptions list thousands of planes, or much else. */
export const OME_DESCRIPTION_LENGTH = 1024 * 1024;

/**
 * Returns how many images a file has by its description in OME-XML, or 1 if the description does not say: if planes lie in several
 * files, or if it describes several pictures. It may be the description of a stack from which one plane was copied.
 */
export function omePlanes(description: string): number {
  const pixels = [...description.matchAll(/<(?:\w+:)?Pixels\s([^>]*)>/g)];
  const [[, size = ''] = []] = pixels;
  if (pixels.length !== 1 || !isAlone(description)) return 1;
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

/** Returns the number of planes of a picture. The colors of a channel are in the same plane. */
function planesOf(size: string, description: string): number {
  const channels = description.match(/<(?:\w+:)?Channel\s/g) ?? [];
  return (attribute(size, 'SizeZ') ?? 1) * (attribute(size, 'SizeT') ?? 1) * Math.max(1, channels.length);
}

function attribute(attributes: string, name: string): number | undefined {
  const [, value] = new RegExp(`(?:^|\\s)${name}\\s*=\\s*["'](\\d+)["']`).exec(attributes) ?? [];
  return value === undefined ? undefined : Number(value);
}
