import type { SectionImage } from '../completeness/completeness';
import { channelCode } from '../names/fileName';
import { sortedUnique } from '../numberRange';
import { entryOf, scalarText, spellingsOf, type Mosaic, type MosaicField } from './mosaicEntries';
import type { MosaicContext, MosaicImport } from './mosaicImport';
import { shownValue } from './mosaicReport';
import { mosaicRuleWords } from './mosaicRuleWords';

/**
 * What somebody should know who applies an import, beside its rows: where the files that are there speak against the
 * mosaic, where its two spellings of a field differ, and that the dataset gets another name.
 */
export function mosaicNotes(
  mosaic: Mosaic,
  { values }: MosaicImport,
  { current }: MosaicContext,
  images: readonly SectionImage[],
): readonly string[] {
  const notes: string[] = [];
  if (values.dataset !== undefined && current.dataset && values.dataset !== current.dataset) {
    notes.push(mosaicRuleWords.renames(shownValue(values.dataset), shownValue(current.dataset)));
  }
  if (values.physicalSections !== undefined) notes.push(...sectionNotes(values.physicalSections, images));
  const count = Number(scalarText(entryOf(mosaic, 'channels')?.value));
  if (values.channels !== undefined && count === values.channels.length) notes.push(...channelNotes(count, images));
  return [...notes, ...spellingNotes(mosaic)];
}

/** Section numbers count from 1, or from 0 where there is a section 0. */
function sectionNotes(sections: number, images: readonly SectionImage[]): readonly string[] {
  let highest = 0;
  let hasZero = false;
  for (const { section } of images) {
    highest = Math.max(highest, section);
    hasZero ||= section === 0;
  }
  const beyond = highest - (hasZero ? sections - 1 : sections);
  if (images.length === 0 || beyond === 0) return [];
  return [
    beyond > 0
      ? mosaicRuleWords.tooManySections(sections, highest, hasZero, beyond)
      : mosaicRuleWords.tooFewSections(sections, highest, hasZero, -beyond),
  ];
}

function channelNotes(count: number, images: readonly SectionImage[]): readonly string[] {
  const found = sortedUnique(images.map(({ channel }) => channel));
  if (found.length === 0 || (found.length === count && found.every((channel, index) => channel === index + 1)))
    return [];
  return [mosaicRuleWords.otherChannels(count, found.map(channelCode))];
}

const TWICE_SPELLED: readonly MosaicField[] = ['dataset', 'description', 'pixelSize', 'physicalSpacing'];

/** Files of both generations hold both spellings; what is left aside may be what somebody wants. */
function spellingNotes(mosaic: Mosaic): readonly string[] {
  return TWICE_SPELLED.flatMap((field) => {
    const used = entryOf(mosaic, field);
    const other = spellingsOf(mosaic, field).find((entry) => entry !== used);
    const [usedText, otherText] = [used, other].map((entry) => scalarText(entry?.value) ?? '');
    if (used === undefined || other === undefined || !otherText || usedText === otherText) return [];
    return mosaicRuleWords.otherSpelling(other.name, shownValue(otherText), used.name);
  });
}
