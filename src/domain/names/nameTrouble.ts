import { foldText } from '../../lib/foldText';
import { channelCode, isNamedLikeTiff, parseFileName, sectionName, twoDigits } from './fileName';

/** Why a file name does not follow the naming format, as far as it can be determined. */
export type NameTrouble =
  /** Only the extension is wrong. `suggestion`: set if the file is a TIFF by its name. */
  | { readonly kind: 'extension'; readonly extension: string; readonly suggestion?: string }
  /** The numbers have too few digits. */
  | { readonly kind: 'digits'; readonly suggestion: string }
  | { readonly kind: 'pattern' };

const NEARLY = /^(.+)_S(\d{1,6})_L(\d{1,2})_ch(\d{1,2})((?:\.[a-z0-9]+)*)$/i;

/** Describes what is wrong with a file name. Returns undefined if it follows the naming format. */
export function findNameTrouble(name: string): NameTrouble | undefined {
  if (parseFileName(name) !== undefined) return undefined;
  const [, prefix = '', section, layer, channel, extension = ''] = NEARLY.exec(name) ?? [];
  if (section === undefined) return { kind: 'pattern' };
  const numbers = `${sectionName(Number(section))}_L${twoDigits(Number(layer))}_${channelCode(Number(channel))}`;
  const suggestion = `${prefix}_${numbers}.tif`;
  if (parseFileName(suggestion) === undefined) return { kind: 'pattern' };
  const isPlainTiff = /^\.tiff?$/i.test(extension);
  if (isPlainTiff) return { kind: 'digits', suggestion };
  return { kind: 'extension', extension, ...(isNamedLikeTiff(extension) && { suggestion }) };
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
