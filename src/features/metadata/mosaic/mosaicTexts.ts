import type { Mosaic } from '@data-manager/domain/mosaic/mosaic';
import { isAccepted, type MosaicImport, type MosaicRow } from '@data-manager/domain/mosaic/mosaicImport';
import type { MosaicNote } from '@data-manager/domain/mosaic/mosaicNotes';
import { MOSAIC_JSON_MAX_BYTES, MOSAIC_MAX_BYTES, type MosaicRefusal } from '@data-manager/domain/mosaic/mosaicReader';
import type { MosaicRejection } from '@data-manager/domain/mosaic/mosaicValues';
import { channelCode } from '@data-manager/domain/names/grammar';
import { shownName, shownText } from '@data-manager/domain/names/shownName';
import { formatBytes } from '@data-manager/lib/formatBytes';
import { formatCount } from '@data-manager/lib/formatNumber';
import { counted, plural } from '@data-manager/lib/plural';
import { titleProblemText } from '../../../ui/TextFields';
import { FIELD_LABELS } from '../fieldLabels';

const MAX_SHOWN_LENGTH = 200;
const MAX_LISTED_FIELDS = 6;

/** Escapes a value for display and truncates long ones. */
export function shownValue(text: string): string {
  const isLong = text.length > MAX_SHOWN_LENGTH;
  return shownText(isLong ? `${text.slice(0, MAX_SHOWN_LENGTH).replace(/[\ud800-\udbff]$/, '')}…` : text);
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
  switch (subject.kind) {
    case 'field':
      return FIELD_LABELS[subject.field];
    case 'channel':
      return `Channel ${subject.num}`;
    case 'attribute':
      return `Attribute ${shownValue(subject.name)}`;
  }
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
      else if (defaultValue !== undefined) sentences.push(`It is set to “${defaultValue}”.`);
      if ('suggestion' in status && status.suggestion !== undefined) {
        sentences.push(`Did you mean “${shownValue(status.suggestion)}”?`);
      }
      return sentences.join(' ');
    }
  }
}

function rejectionText(rejection: MosaicRejection, names: readonly string[]): string {
  switch (rejection.kind) {
    case 'missing':
      return `the mosaic contains no ${names.map((name) => `“${shownValue(name)}”`).join(' or ')}`;
    case 'empty':
      return 'it is empty in the mosaic';
    case 'wrongSponsor':
      return 'the mosaic belongs to another sponsor. Make sure that it is your file';
    case 'notANumber':
      return 'it is not a number';
    case 'notPositive':
      return 'it must be greater than 0 µm';
    case 'notAnInteger':
      return `it must be a whole number from 1 to ${formatCount(rejection.max)}`;
    case 'notAllowed':
      return 'it is not an allowed value';
    case 'unknownAttribute':
      return 'it is not in the list of attributes';
    case 'tooLong':
      return `it is longer than ${formatCount(rejection.max)} characters`;
    case 'controlCharacters':
      return 'it contains control characters';
    case 'multipleValues':
      return 'it has several values';
    case 'otherTitle':
      return 'the dataset’s folder has a different name';
    case 'invalidTitle':
      return `the title is invalid. ${titleProblemText(rejection.problem)}`;
    case 'malformedAttributes':
      return 'it is neither a JSON object nor `name=value;name=value`';
    case 'tooManyAttributes':
      return `there are more than ${formatCount(rejection.max)} attributes`;
    case 'unknownChannel':
      return rejection.isCounted
        ? `the mosaic has only ${counted(rejection.max, 'channel')}`
        : `channels are numbered from 1 to ${formatCount(rejection.max)}`;
  }
}

/** Returns the text of a note. */
export function noteText(note: MosaicNote): string {
  switch (note.kind) {
    case 'sectionsDiffer': {
      const { inMosaic, lastInFiles, startsAtZero, extra } = note;
      const span = `${startsAtZero ? 'from 0 to' : 'up to'} ${formatCount(lastInFiles)}`;
      const consequence =
        extra > 0
          ? `${counted(extra, 'section')} would be unexpected`
          : `${plural(-extra, 'the last section', `the last ${counted(-extra, 'section')}`)} would be missing`;
      return `The mosaic has ${counted(inMosaic, 'section')}, but the files go ${span}: ${consequence}.`;
    }
    case 'channelsDiffer':
      return `The mosaic has ${counted(note.inMosaic, 'channel')}, but the files are in ${note.inFiles.map(channelCode).join(', ')}.`;
    case 'spellingsDiffer':
      return `“${note.used}” is used; the older “${note.ignored}” has a different value: “${shownValue(note.value)}”.`;
  }
}

/** Describes duplicate names and skipped lines. */
export function fileNotes({ skipped: { count, first }, duplicates }: Mosaic): readonly string[] {
  const notes = duplicates.map(({ name, line }) => {
    const where = line === undefined ? '' : ` (line ${formatCount(line)})`;
    return `“${shownValue(name)}” occurs more than once with different values. The last one is used${where}.`;
  });
  if (count === 0) return notes;
  const numbers = withMore(
    first.map((line) => formatCount(line)),
    count,
  );
  return [
    ...notes,
    `${counted(count, 'line')} skipped because ${plural(count, 'it is', 'they are')} not a name with a value: ${plural(count, 'line', 'lines')} ${numbers}.`,
  ];
}

/** Describes why a file can't be imported. */
export function refusalText(fileName: string, refusal: MosaicRefusal | 'unreadable'): string {
  const file = shownName(fileName);
  switch (refusal) {
    case 'tooLarge':
      return `${file} is larger than ${formatBytes(MOSAIC_MAX_BYTES)}. Choose the scan’s Mosaic text file.`;
    case 'jsonTooLarge':
      return `${file} is a JSON file larger than ${formatBytes(MOSAIC_JSON_MAX_BYTES)}. Choose a file with only the mosaic fields.`;
    case 'empty':
      return `${file} is empty. Check the original: copying it may have been interrupted.`;
    case 'notText':
      return `${file} is not a text file. Choose the scan’s Mosaic text file.`;
    case 'badJson':
      return `${file} is not valid JSON. Check the original: the file may be incomplete.`;
    case 'noFields':
      return `${file} contains no mosaic fields such as “sections:” or “san_name:”. Choose the scan’s Mosaic text file.`;
    case 'unreadable':
      return `${file} can’t be read. It may have been moved or changed. Choose it again.`;
  }
}
