import { foldText } from '../../lib/foldText';
import { channelCode, isNamedLikeTiff, parseFileName, sectionName, twoDigits } from './fileName';

/** Why a file name does not follow the naming format, as far as it can be determined. */
export type NameTrouble =
  /** Only the extension is wrong. `suggestion`: set if the file is a TIFF by its name. */
  | { readonly kind: 'extension'; readonly extension: string; readonly suggestion?: string }
  /** The numbers have too few or too many digits. */
  | { readonly kind: 'digits'; readonly suggestion: string }
  /** The numbers are separated or labelled in another way. */
  | { readonly kind: 'spelling'; readonly suggestion: string }
  | { readonly kind: 'pattern' };

/** The parts of the format in any case, with any separators and any number of leading zeros. */
const NEARLY = new RegExp(
  String.raw`^(?<prefix>.*[^-_. ])(?<marks>[-_. ]+s(?:ection)?[-_. ]?0*(?<section>\d{1,6})` +
    String.raw`[-_. ]*l(?:ayer)?[-_. ]?0*(?<layer>\d{1,2})[-_. ]*c(?:h(?:annel)?)?[-_. ]?0*(?<channel>\d{1,2}))` +
    String.raw`(?<extension>(?:\.[a-z0-9]+)*)$`,
  'i',
);

/** Describes what is wrong with a file name. Returns undefined if it follows the naming format. */
export function findNameTrouble(name: string): NameTrouble | undefined {
  if (parseFileName(name) !== undefined) return undefined;
  const { prefix = '', marks = '', section, layer, channel, extension = '' } = NEARLY.exec(name)?.groups ?? {};
  if (section === undefined) return { kind: 'pattern' };
  const numbers = `_${sectionName(Number(section))}_L${twoDigits(Number(layer))}_${channelCode(Number(channel))}`;
  const suggestion = `${prefix}${numbers}.tif`;
  if (parseFileName(suggestion) === undefined) return { kind: 'pattern' };
  if (!/^\.tiff?$/i.test(extension)) {
    return { kind: 'extension', extension, ...(isNamedLikeTiff(extension) && { suggestion }) };
  }
  const [found, wanted] = [marks.toLowerCase(), numbers.toLowerCase()];
  const isLengthOnly = found !== wanted && withoutDigits(found) === withoutDigits(wanted);
  return { kind: isLengthOnly ? 'digits' : 'spelling', suggestion };
}

function withoutDigits(text: string): string {
  return text.replace(/\d+/g, '');
}

/** Returns the only sensible valid name for a file; undefined if there is none, or if the name is valid. */
export function repairedName(name: string): string | undefined {
  const trouble = findNameTrouble(name);
  return trouble !== undefined && 'suggestion' in trouble ? trouble.suggestion : undefined;
}

/** Returns the part of a valid file name before the section: the dataset's name and an optional suffix. */
export function namePrefix(name: string): string {
  return name.replace(/_S\d{6}_L\d{2}_ch\d{2}\.tiff?$/i, '');
}

/**
 * Compares the dataset in a valid file name with the dataset that it is uploaded to.
 * @param others the other datasets of the project
 * @returns undefined if the name begins with `dataset`; otherwise the dataset that it begins with, or '' for none of them
 */
export function foreignDataset(name: string, dataset: string, others: readonly string[]): string | undefined {
  const prefix = foldText(namePrefix(name));
  const begins = (title: string): boolean => {
    const start = foldText(title);
    return prefix === start || prefix.startsWith(`${start}_`);
  };
  if (begins(dataset)) return undefined;
  return others.find(begins) ?? '';
}
