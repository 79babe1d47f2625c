/** Red, green and blue of RGBA pixels as planes of their own; one plane where all pixels are grey. */
export function planesOfRgba(pixels: Uint8ClampedArray): readonly Uint8Array<ArrayBuffer>[] {
  const count = pixels.length / 4;
  const planes = [0, 1, 2].map((part) => new Uint8Array(count).map((_, index) => pixels[index * 4 + part] ?? 0));
  const [red, green, blue] = planes;
  const isGrey = red?.every((value, index) => value === green?.[index] && value === blue?.[index]);
  return isGrey === true && red !== undefined ? [red] : planes;
}
