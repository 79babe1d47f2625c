import type { SectionImage } from '../completeness/sectionImage';
import { sortedUnique } from '../numberRange';
import { entriesOf, entryOf, scalarText, type Mosaic, type MosaicField } from './mosaic';
import type { MosaicImport } from './mosaicImport';

/** A note for the user before an import is applied. */
export type MosaicNote =
  /** The files contain more or fewer sections than the mosaic. */
  | {
      readonly kind: 'sectionsDiffer';
      readonly inMosaic: number;
      readonly lastInFiles: number;
      /** True if the first section of the files is 0. */
      readonly startsAtZero: boolean;
      /** Positive if the files contain more sections than the mosaic. */
      readonly extra: number;
    }
  | { readonly kind: 'channelsDiffer'; readonly inMosaic: number; readonly inFiles: readonly number[] }
  /** An older spelling of a field has a different value from the newer one. */
  | { readonly kind: 'spellingsDiffer'; readonly ignored: string; readonly value: string; readonly used: string };

/** Returns where a mosaic contradicts the dataset's files or itself. */
export function mosaicNotes(
  mosaic: Mosaic,
  { values }: MosaicImport,
  images: readonly SectionImage[],
): readonly MosaicNote[] {
  const notes: MosaicNote[] = [];
  if (values.physicalSections !== undefined) notes.push(...sectionNotes(values.physicalSections, images));
  const count = Number(scalarText(entryOf(mosaic, 'channels')?.value));
  if (values.channels !== undefined && count === values.channels.length) notes.push(...channelNotes(count, images));
  return [...notes, ...spellingNotes(mosaic)];
}

/** Sections are numbered from 1, or from 0 if there is a section 0. */
function sectionNotes(sections: number, images: readonly SectionImage[]): readonly MosaicNote[] {
  let last = 0;
  let startsAtZero = false;
  for (const { section } of images) {
    last = Math.max(last, section);
    startsAtZero ||= section === 0;
  }
  const extra = last - (startsAtZero ? sections - 1 : sections);
  if (images.length === 0 || extra === 0) return [];
  return [{ kind: 'sectionsDiffer', inMosaic: sections, lastInFiles: last, startsAtZero, extra }];
}

function channelNotes(count: number, images: readonly SectionImage[]): readonly MosaicNote[] {
  const found = sortedUnique(images.map(({ channel }) => channel));
  if (found.length === 0 || (found.length === count && found.every((channel, index) => channel === index + 1)))
    return [];
  return [{ kind: 'channelsDiffer', inMosaic: count, inFiles: found }];
}

const FIELDS_WITH_TWO_SPELLINGS: readonly MosaicField[] = ['dataset', 'description', 'pixelSize', 'physicalSpacing'];

function spellingNotes(mosaic: Mosaic): readonly MosaicNote[] {
  return FIELDS_WITH_TWO_SPELLINGS.flatMap((field): readonly MosaicNote[] => {
    const used = entryOf(mosaic, field);
    const other = entriesOf(mosaic, field).find((entry) => entry !== used);
    const [usedText, otherText] = [used, other].map((entry) => scalarText(entry?.value) ?? '');
    if (used === undefined || other === undefined || !otherText || usedText === otherText) return [];
    return [{ kind: 'spellingsDiffer', ignored: other.name, value: otherText, used: used.name }];
  });
}
