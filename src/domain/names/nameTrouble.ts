import { formatFileName, formatMarks, isImageExtension, isNamedLikeTiff, parseFileName, parseNearly } from './grammar';

/** Why a file name does not follow the naming format, as far as it can be determined. */
export type NameTrouble =
  /** Only the extension is wrong. `suggestion`: set if the file is a TIFF by its name. */
  | { readonly kind: 'extension'; readonly extension: string; readonly suggestion?: string }
  /** The numbers have too few or too many digits. */
  | { readonly kind: 'digits'; readonly suggestion: string }
  /** The numbers are separated or labelled in another way. */
  | { readonly kind: 'spelling'; readonly suggestion: string }
  | { readonly kind: 'pattern' };

/** Describes what is wrong with a file name. Returns undefined if it follows the naming format. */
export function findNameTrouble(name: string): NameTrouble | undefined {
  if (parseFileName(name) !== undefined) return undefined;
  const nearly = parseNearly(name);
  if (nearly === undefined) return { kind: 'pattern' };
  const { prefix, marks, extension } = nearly;
  const suggestion = formatFileName({ ...nearly, dataset: prefix });
  if (parseFileName(suggestion) === undefined) return { kind: 'pattern' };
  if (!isImageExtension(extension)) {
    return { kind: 'extension', extension, ...(isNamedLikeTiff(extension) && { suggestion }) };
  }
  const [found, wanted] = [marks.toLowerCase(), formatMarks(nearly).toLowerCase()];
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
