import { importMosaic, type MosaicRow, type MosaicStatus } from '@data-manager/domain/mosaic/mosaicImport';
import { sentenceText } from '@data-manager/domain/names/shownName';
import {
  fileNotes,
  noteText,
  shownValue,
  statusText,
  summaryText,
} from '../../../../src/features/metadata/mosaic/mosaicTexts';
import { aMosaicContext, mosaicOf, NEW_MOSAIC } from '../../../support/mosaic';

it('shownValue truncates a long value without splitting a surrogate pair', () => {
  expect(shownValue('a'.repeat(200))).toBe('a'.repeat(200));
  expect(shownValue(`${'a'.repeat(199)}\u{1f9e0}b`)).toBe(`${'a'.repeat(199)}…`);
  expect(shownValue(`${'a'.repeat(198)}\u{1f9e0}b`)).toBe(`${'a'.repeat(198)}\u{1f9e0}…`);
});

it('shownValue joins lines and escapes deceptive characters', () => {
  expect(shownValue('two\r\nlines\u202e')).toBe('two lines[U+202E]');
});

function summaryOf(text: string, lists = aMosaicContext().lists): string {
  return summaryText(importMosaic(mosaicOf(text), aMosaicContext({ lists })));
}

it('summaryText lists the fields that are not imported', () => {
  expect(summaryOf(NEW_MOSAIC)).toBe('All fields are valid.');
  expect(summaryOf(NEW_MOSAIC.replace('sections:280', 'sections:many'))).toBe(
    '1 field not imported: Physical sections. Apply the others, and check what was not imported by hand.',
  );
  expect(summaryOf('sections:many')).toBe(
    '11 fields not imported: Dataset, Description, Sponsor ID, Pixel size, Physical spacing, Tissue type, and 5 more. No field can be imported.',
  );
});

it('summaryText lists the fields that could not be checked', () => {
  const lists = { ...aMosaicContext().lists, devices: undefined };
  expect(summaryOf(NEW_MOSAIC, lists)).toBe('1 field not checked: Device. Check these fields before you save.');
});

function rowWith(status: MosaicStatus, row: Partial<MosaicRow> = {}): MosaicRow {
  return { subject: { kind: 'field', field: 'device' }, current: '', imported: 'x', names: ['a', 'b'], status, ...row };
}

it.each([
  [rowWith({ kind: 'accepted' }), 'Will be filled in'],
  [rowWith({ kind: 'accepted' }, { current: 'y' }), 'Replaces the current value'],
  [rowWith({ kind: 'unchanged' }, { current: 'x' }), 'No change'],
  [rowWith({ kind: 'missing' }), 'Not imported: the mosaic contains no “a” or “b”.'],
  [rowWith({ kind: 'empty' }, { current: 'y' }), 'Not imported: it is empty in the mosaic. The current value is kept.'],
  [
    rowWith({ kind: 'missing' }, { names: ['a'], defaultValue: 'z' }),
    'Not imported: the mosaic contains no “a”. It is set to “z”.',
  ],
  [
    rowWith({ kind: 'notAllowed', suggestion: 'TC1000' }),
    'Not imported: it is not an allowed value. Did you mean “TC1000”?',
  ],
  [rowWith({ kind: 'notAnInteger', max: 999_999 }), 'Not imported: it must be a whole number from 1 to 999,999.'],
  [
    rowWith({ kind: 'invalidTitle', problem: 'slash' }),
    'Not imported: the title is invalid. Titles can’t contain / or \\.',
  ],
  [rowWith({ kind: 'unknownChannel', max: 2, isCounted: true }), 'Not imported: the mosaic has only 2 channels.'],
])('statusText describes row %#', (row, text) => {
  expect(sentenceText(statusText(row))).toBe(text);
});

it('noteText describes where the mosaic and the files differ', () => {
  const sections = {
    kind: 'sectionsDiffer',
    inMosaic: 300,
    lastInFiles: 312,
    startsAtZero: false,
    extra: 12,
  } as const;
  expect(noteText(sections)).toBe(
    'The mosaic has 300 sections, but the files go up to 312: 12 sections would be unexpected.',
  );
  expect(noteText({ ...sections, lastInFiles: 298, startsAtZero: true, extra: -1 })).toBe(
    'The mosaic has 300 sections, but the files go from 0 to 298: the last section would be missing.',
  );
  expect(noteText({ kind: 'channelsDiffer', inMosaic: 1, inFiles: [1, 2] })).toBe(
    'The mosaic has 1 channel, but the files are in ch01, ch02.',
  );
});

it('noteText describes another spelling of a field', () => {
  expect(sentenceText(noteText({ kind: 'spellingsDiffer', ignored: 'xres', value: '2', used: 'xRes_um' }))).toBe(
    '“xRes_um” is used; the older “xres” has a different value: “2”.',
  );
});

it('fileNotes describes repeated names and lines that are left out', () => {
  expect(fileNotes(mosaicOf('bitDepth:16\nhalf a line\nbitDepth:8')).map(sentenceText)).toEqual([
    '“bitDepth” occurs more than once with different values. The last one is used (line 3).',
    '1 line left out because it is not a name with a value: line 2.',
  ]);
});
