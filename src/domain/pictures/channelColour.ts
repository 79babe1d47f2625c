import type { Rgb } from './composite';

/** Colours that are easy to distinguish on black, in the order in which channels receive them. */
const PALETTE = {
  green: '#00ff00',
  magenta: '#ff00ff',
  cyan: '#00c8ff',
  yellow: '#ffd000',
  red: '#ff3030',
  blue: '#4060ff',
  orange: '#ff8000',
} as const;

type PaletteName = keyof typeof PALETTE;

/** The colour of an RGB picture or a single channel. */
export const WHITE = '#ffffff';

/** Dyes, proteins and words in channel names. The first match counts: "far red" precedes "red". */
const NAMED_COLOURS: readonly (readonly [RegExp, PaletteName | 'white'])[] = [
  [/far[\s_-]*red|infra[\s_-]*red|irfp|cy[\s_-]*(5|7)|atto[\s_-]*6[34]7|magenta/, 'magenta'],
  [/cfp|cerulean|turquoise|cyan/, 'cyan'],
  [/dapi|hoechst|bfp|(?<![a-z])blue/, 'blue'],
  [/yfp|venus|citrine|yellow/, 'yellow'],
  [/gfp|fitc|gcamp|cy[\s_-]*2(?!\d)|green/, 'green'],
  [/cy[\s_-]*3|tritc|orange/, 'orange'],
  [/rfp|tomato|m?cherry|ds[\s_-]*red|texas|rhodamine|(?<![a-z])red(?![a-z])/, 'red'],
  [/bright[\s_-]*field|transmitted|phase[\s_-]*contrast|dic(?![a-z])/, 'white'],
];

/** Upper limits of the wavelengths shown in a colour, nm. Longer wavelengths are far red. */
const WAVELENGTH_COLOURS: readonly (readonly [limit: number, PaletteName])[] = [
  [430, 'blue'],
  [475, 'cyan'],
  [527, 'green'],
  [545, 'yellow'],
  [572, 'orange'],
  [625, 'red'],
];
/** A number with a unit or a dye series, or a common laser line. */
const WAVELENGTH =
  /(?<!\d)([3-8]\d\d)(?=[\s_-]*nm)|(?:alexa\D*|af[\s_-]*|atto[\s_-]*)([3-7]\d\d)|(?<!\d)(405|445|458|473|488|514|532|543|546|555|561|568|594|633|635|638|640|647|660|680|750|790)(?!\d)/;

/** A channel from the metadata, or from a file name, in which case its name is empty. */
interface NamedChannel {
  readonly num: number;
  readonly name: string;
}

/**
 * Returns a colour (`#rrggbb`) for each channel of a dataset, no two alike: the one that the name suggests, or else the
 * first unused one in a fixed order. A single channel without a suggestion is white.
 */
export function channelColours(channels: readonly NamedChannel[]): ReadonlyMap<number, string> {
  const colours = new Map<number, string>();
  const used = new Set<string>();
  const assign = (num: number, colour: string | undefined): void => {
    if (colour === undefined || colours.has(num) || used.has(colour)) return;
    colours.set(num, colour);
    used.add(colour);
  };
  const sorted = [...channels].sort((left, right) => left.num - right.num);
  for (const { num, name } of sorted) assign(num, suggestedColour(name));
  if (new Set(sorted.map(({ num }) => num)).size === 1) sorted.forEach(({ num }) => assign(num, WHITE));
  for (const { num } of sorted) assign(num, unusedColour(used));
  return colours;
}

/** Returns the colour that a channel's name suggests. */
function suggestedColour(name: string): string | undefined {
  const text = name.toLowerCase();
  const named = NAMED_COLOURS.find(([pattern]) => pattern.test(text))?.[1];
  if (named !== undefined) return named === 'white' ? WHITE : PALETTE[named];
  const found = WAVELENGTH.exec(text);
  const wavelength = found?.[1] ?? found?.[2] ?? found?.[3];
  if (wavelength === undefined) return undefined;
  const [, visible = 'magenta'] = WAVELENGTH_COLOURS.find(([limit]) => Number(wavelength) < limit) ?? [];
  return PALETTE[visible];
}

/** Angle between successive hues, degrees: the golden angle, which keeps any number of hues apart. */
const HUE_STEP = 137.508;

function unusedColour(used: ReadonlySet<string>): string {
  const free = Object.values(PALETTE).find((colour) => !used.has(colour));
  if (free !== undefined) return free;
  for (let index = 1; ; index += 1) {
    const colour = hueColour((index * HUE_STEP) % 360);
    if (!used.has(colour)) return colour;
  }
}

/** Returns a light colour of a hue, from 0 to 360 degrees. */
function hueColour(hue: number): string {
  const part = (shift: number): string => {
    const angle = (shift + hue / 30) % 12;
    const level = 0.65 - 0.35 * Math.max(-1, Math.min(angle - 3, 9 - angle, 1));
    return Math.round(level * 255)
      .toString(16)
      .padStart(2, '0');
  };
  return `#${part(0)}${part(8)}${part(4)}`;
}

/** Returns the name of a colour, or its code if it has none. */
export function colourName(hex: string): string {
  const names = Object.entries({ ...PALETTE, white: WHITE });
  return names.find(([, colour]) => colour === hex.toLowerCase())?.[0] ?? hex;
}

/** Parses `#rrggbb`. Returns white for anything else. */
export function colourParts(hex: string): Rgb {
  const [, red = 'ff', green = 'ff', blue = 'ff'] = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(hex) ?? [];
  return [parseInt(red, 16) / 255, parseInt(green, 16) / 255, parseInt(blue, 16) / 255];
}
