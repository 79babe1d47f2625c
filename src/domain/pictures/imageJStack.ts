/** Most characters in which ImageJ's description states the number of planes. */
export const IMAGEJ_DESCRIPTION_LENGTH = 64;

/**
 * Returns the number of planes that ImageJ's description of an image states. ImageJ writes the planes of a large stack one after
 * the other behind a single directory. A copy of a plane keeps the description, but its directory follows its pixels.
 *
 * @param directory position of the directory
 * @param pixelsEnd position behind the first plane
 */
export function imageJPlanes(description: string, directory: number, pixelsEnd: number): number {
  if (pixelsEnd <= directory) return 1;
  const [, planes = '1'] = /^ImageJ=.*\nimages=(\d+)/.exec(description) ?? [];
  return Number(planes);
}
