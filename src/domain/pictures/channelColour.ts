import type { Rgb } from './composite';

/** Colours that tell channels apart on black, in the order in which channels get them. */
const PALETTE = [
  { name: 'green', hex: '#00ff00' },
  { name: 'magenta', hex: '#ff00ff' },
  { name: 'cyan', hex: '#00c8ff' },
  { name: 'yellow', hex: '#ffd000' },
  { name: 'red', hex: '#ff3030' },
  { name: 'blue', hex: '#4060ff' },
] as const;

/** A picture with colours of its own, or a channel on its own, needs none. */
const WHITE = { name: 'white', hex: '#ffffff' };

/** `#rrggbb` of a channel at its place among so many. */
export function defaultColour(place: number, count: number): string {
  if (count === 1) return WHITE.hex;
  return (PALETTE[place % PALETTE.length] ?? WHITE).hex;
}

/** The colour's name; one that has none is told as it is written. */
export function colourName(hex: string): string {
  return [...PALETTE, WHITE].find((one) => one.hex === hex.toLowerCase())?.name ?? hex;
}

/** The parts of `#rrggbb`; white for anything else. */
export function colourParts(hex: string): Rgb {
  const [, red = 'ff', green = 'ff', blue = 'ff'] = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(hex) ?? [];
  return [parseInt(red, 16) / 255, parseInt(green, 16) / 255, parseInt(blue, 16) / 255];
}
