import type { Mosaic } from '@data-manager/domain/mosaic/mosaic';
import { isAccepted, type MosaicImport, type MosaicRow } from '@data-manager/domain/mosaic/mosaicImport';
import type { MosaicNote } from '@data-manager/domain/mosaic/mosaicNotes';
import { MOSAIC_JSON_MAX_BYTES, MOSAIC_MAX_BYTES, type MosaicRefusal } from '@data-manager/domain/mosaic/mosaicReader';
import type { MosaicRejection } from '@data-manager/domain/mosaic/mosaicValues';
import { channelCode } from '@data-manager/domain/names/grammar';
import { nameInText, shownText } from '@data-manager/domain/names/shownName';
import { formatBytes } from '@data-manager/lib/formatBytes';
import { formatCount } from '@data-manager/lib/formatNumber';
import { matchKind } from '@data-manager/lib/match';
import { counted, plural } from '@data-manager/lib/plural';
import { titleProblemText } from '../../../ui/TextFields';
import { FIELD_LABELS } from '../fieldLabels';

const MAX_SHOWN_LENGTH = 200;
const MAX_LISTED_FIELDS = 6;
const MAX_LISTED_LINES = 20;

/** Escapes a value for display and truncates long values. */
export function shownValue(text: string): string {
  return shownText(truncate(text));
}

function valueInText(text: string): string {
  return nameInText(truncate(text));
}

function truncate(text: string): string {
  const isLong = text.length > MAX_SHOWN_LENGTH;
  return isLong ? `${text.slice(0, MAX_SHOWN_LENGTH).replace(/[\ud800-\udbff]$/, '')}…` : text;
}

/** Summarizes an import. */
export function summaryText({ rows, isValid }: MosaicImport): string {
  if (isValid) return 'All fields are valid.';
  const rejected = rows.filter((row) => !isAccepted(row));
  const unchecked = rows.filter(({ status }) => status.kind === 'unchecked');
  const sentences = [
    rejected.length > 0 && `${counted(rejected.length, 'field')} not imported: ${labelList(rejected)}.`,
    unchecked.length > 0 && `${counted(unchecked.length, 'field')} not checked: ${labelList(unchecked)}.`,
    rejected.length === rows.length
      ? 'No field can be imported.'
      : rejected.length > 0
        ? 'Apply the others, and check what was not imported by hand.'
        : 'Check these fields before you save.',
  ];
  return sentences.filter((sentence) => sentence !== false).join(' ');
}

function labelList(rows: readonly MosaicRow[]): string {
  return withMore(rows.slice(0, MAX_LISTED_FIELDS).map(rowLabel), rows.length);
}

function withMore(items: readonly string[], total: number): string {
  const list = items.join(', ');
  return total > items.length ? `${list}, and ${formatCount(total - items.length)} more` : list;
}

/** Returns the label of a row. */
export function rowLabel({ subject }: MosaicRow): string {
  return matchKind(subject, {
    field: ({ field }) => FIELD_LABELS[field],
    channel: ({ num }) => `Channel ${num}`,
    attribute: ({ name }) => `Attribute ${shownValue(name)}`,
  });
}

/** Describes what applying the import does to a field. */
export function statusText({ status, names, current, defaultValue }: MosaicRow): string {
  switch (status.kind) {
    case 'accepted':
      return current === '' ? 'Will be filled in' : 'Replaces the current value';
    case 'unchanged':
      return 'No change';
    case 'unchecked':
      return 'Imported without a check: the list of allowed values is unavailable. Check it yourself.';
    default: {
      const sentences = [`Not imported: ${rejectionText(status, names)}.`];
      if (current !== '') sentences.push('The current value is kept.');
      else if (defaultValue !== undefined) sentences.push(`It is set to “${valueInText(defaultValue)}”.`);
      if ('suggestion' in status && status.suggestion !== undefined) {
        sentences.push(`Did you mean “${valueInText(status.suggestion)}”?`);
      }
      return sentences.join(' ');
    }
  }
}

function rejectionText(rejection: MosaicRejection, names: readonly string[]): string {
  return matchKind(rejection, {
    missing: () => `the mosaic contains no ${names.map((name) => `“${valueInText(name)}”`).join(' or ')}`,
    empty: () => 'it is empty in the mosaic',
    wrongSponsor: () => 'the mosaic belongs to another sponsor. Make sure that it is your file',
    notANumber: () => 'it is not a number',
    notPositive: () => 'it must be greater than 0 µm',
    notAnInteger: ({ max }) => `it must be a whole number from 1 to ${formatCount(max)}`,
    notAllowed: () => 'it is not an allowed value',
    unknownAttribute: () => 'it is not in the list of attributes',
    tooLong: ({ max }) => `it is longer than ${formatCount(max)} characters`,
    controlCharacters: () => 'it contains control characters',
    multipleValues: () => 'it has several values',
    otherTitle: () => 'the dataset’s folder has a different name',
    invalidTitle: ({ problem }) => `the title is invalid. ${titleProblemText(problem)}`,
    malformedAttributes: () => 'it is neither a JSON object nor `name=value;name=value`',
    tooManyAttributes: ({ max }) => `there are more than ${formatCount(max)} attributes`,
    unknownChannel: ({ isCounted, max }) =>
      isCounted
        ? `the mosaic has only ${counted(max, 'channel')}`
        : `channels are numbered from 1 to ${formatCount(max)}`,
  });
}

/** Returns the text of a note. */
export function noteText(note: MosaicNote): string {
  return matchKind(note, {
    sectionsDiffer: ({ inMosaic, lastInFiles, startsAtZero, extra }) => {
      const span = `${startsAtZero ? 'from 0 to' : 'up to'} ${formatCount(lastInFiles)}`;
      const consequence =
        extra > 0
          ? `${counted(extra, 'section')} would be unexpected`
          : `${plural(-extra, 'the last section', `the last ${counted(-extra, 'section')}`)} would be missing`;
      return `The mosaic has ${counted(inMosaic, 'section')}, but the files go ${span}: ${consequence}.`;
    },
    channelsDiffer: ({ inMosaic, inFiles }) =>
      `The mosaic has ${counted(inMosaic, 'channel')}, but the files are in ${inFiles.map(channelCode).join(', ')}.`,
    spellingsDiffer: ({ used, ignored, value }) =>
      `“${used}” is used; the older “${ignored}” has a different value: “${valueInText(value)}”.`,
  });
}

/** Describes duplicate names and lines that are left out. */
export function fileNotes({ skippedLines, duplicates }: Mosaic): readonly string[] {
  const notes = duplicates.map(({ name, line }) => {
    const where = line === undefined ? '' : ` (line ${formatCount(line)})`;
    return `“${valueInText(name)}” occurs more than once with different values. The last one is used${where}.`;
  });
  const count = skippedLines.length;
  if (count === 0) return notes;
  const numbers = withMore(
    skippedLines.slice(0, MAX_LISTED_LINES).map((line) => formatCount(line)),
    count,
  );
  return [
    ...notes,
    `${counted(count, 'line')} left out because ${plural(count, 'it is', 'they are')} not a name with a value: ${plural(count, 'line', 'lines')} ${numbers}.`,
  ];
}

/** Why a file can't be imported. */
export type FileRefusal = MosaicRefusal | 'tooLarge' | 'unreadable';

const REFUSALS: Readonly<Record<FileRefusal, string>> = {
  tooLarge: `is larger than ${formatBytes(MOSAIC_MAX_BYTES)}. Choose the scan’s Mosaic text file.`,
  jsonTooLarge: `is a JSON file larger than ${formatBytes(MOSAIC_JSON_MAX_BYTES)}. Choose a file with only the mosaic fields.`,
  empty: 'is empty. Check the original: copying it may have been interrupted.',
  notText: 'is not a text file. Choose the scan’s Mosaic text file.',
  badJson: 'is not valid JSON. Check the original: the file may be incomplete.',
  noFields: 'contains no mosaic fields such as “sections:” or “san_name:”. Choose the scan’s Mosaic text file.',
  unreadable: 'can’t be read. It may have been moved or changed. Choose it again.',
};

/** Describes why a file can't be imported. */
export function refusalText(fileName: string, refusal: FileRefusal): string {
  return `${nameInText(fileName)} ${REFUSALS[refusal]}`;
}
