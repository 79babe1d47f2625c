/** Most characters in which ImageJ's description states the number of planes. */
export const IMAGEJ_DESCRIPTION_LENGTH = 64;

/** Returns the number of planes that ImageJ's description of an image states, or 1 for any other description. */
export function imageJPlanes(description: string): number {
  const [, planes = '1'] = /^ImageJ=.*\nimages=(\d+)/.exec(description) ?? [];
  return Number(planes);
}

/**
 * Returns true if pixels that no directory lists follow the first plane. ImageJ writes the planes of a large stack one after the
 * other behind a single directory. A copy of one plane keeps the description of the stack, but nothing follows its pixels, or its
 * directory does.
 *
 * @param directory position of the directory
 * @param pixelsEnd position behind the first plane
 * @param end of the file, or the position of what follows in it
 */
export function hasFurtherPlanes(directory: number, pixelsEnd: number, end: number): boolean {
  return directory < pixelsEnd && pixelsEnd < end;
}
