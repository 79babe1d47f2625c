import type { Rgb } from './composite';

/** Colours that are easy to distinguish on black, in the order in which channels receive them. */
const PALETTE = [
  { name: 'green', hex: '#00ff00' },
  { name: 'magenta', hex: '#ff00ff' },
  { name: 'cyan', hex: '#00c8ff' },
  { name: 'yellow', hex: '#ffd000' },
  { name: 'red', hex: '#ff3030' },
  { name: 'blue', hex: '#4060ff' },
] as const;

/** The colour of an RGB picture or a single channel. */
const WHITE = { name: 'white', hex: '#ffffff' };

/** Returns the default colour (`#rrggbb`) of the channel at an index. */
export function defaultColour(index: number, count: number): string {
  if (count === 1) return WHITE.hex;
  return (PALETTE[index % PALETTE.length] ?? WHITE).hex;
}

/** Returns the name of a colour, or its code if it has none. */
export function colourName(hex: string): string {
  return [...PALETTE, WHITE].find((one) => one.hex === hex.toLowerCase())?.name ?? hex;
}

/** Parses `#rrggbb`. Returns white for anything else. */
export function colourParts(hex: string): Rgb {
  const [, red = 'ff', green = 'ff', blue = 'ff'] = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(hex) ?? [];
  return [parseInt(red, 16) / 255, parseInt(green, 16) / 255, parseInt(blue, 16) / 255];
}
