import fc from 'fast-check';
import { sentenceText } from '@data-manager/domain/names/shownName';
import { announceUploads, type UploadsSnapshot } from '@data-manager/domain/uploads/announceUploads';
import { anUploadFile } from '../../support/builders';

const snapshot = (given: Partial<UploadsSnapshot> = {}): UploadsSnapshot => ({
  left: 2,
  done: 0,
  failed: [],
  percent: 10,
  ...given,
});
const NOTHING = snapshot({ left: 0, percent: 0 });
const failed = (id: string) =>
  anUploadFile({ id, name: `${id}.tif`, progress: { phase: 'failed', failure: { kind: 'etag-no-hash' } } });

describe('announceUploads', () => {
  it.each([
    ['the start', NOTHING, snapshot({ left: 12, percent: 0 }), 'Uploading 12 files.'],
    ['the start of one', NOTHING, snapshot({ left: 1, percent: 0 }), 'Uploading 1 file.'],
    [
      'a start without a network',
      NOTHING,
      snapshot({ left: 2, percent: 0, hold: 'offline' }),
      'Offline: 2 files waiting.',
    ],
    ['a quarter', snapshot({ percent: 24 }), snapshot({ percent: 25 }), '25% uploaded.'],
    ['quarters that went by at once', snapshot({ percent: 10 }), snapshot({ percent: 80 }), '75% uploaded.'],
    ['a percent', snapshot({ percent: 25 }), snapshot({ percent: 26 }), undefined],
    ['the last percent before the end', snapshot({ percent: 99 }), snapshot({ percent: 100 }), undefined],
    ['a file among others', snapshot({ left: 3 }), snapshot({ left: 2, done: 1 }), undefined],
    [
      'the end',
      snapshot({ left: 1, done: 2 }),
      snapshot({ left: 0, done: 3, percent: 0 }),
      'All 3 files are uploaded.',
    ],
    ['the end of one', snapshot({ left: 1 }), snapshot({ left: 0, done: 1, percent: 0 }), 'The file is uploaded.'],
    ['a cancellation', snapshot({ left: 5, done: 2 }), snapshot({ left: 0, done: 2, percent: 0 }), undefined],
  ])('%s', (_, before, now, words) => {
    expect(sentenceText(announceUploads(before, now) ?? '')).toBe(words ?? '');
  });

  it('announces one failure with its reason, and several with their number', () => {
    expect(sentenceText(announceUploads(snapshot(), snapshot({ failed: [failed('a')] })) ?? '')).toMatch(
      /^a\.tif failed: Parts can’t be verified/,
    );
    expect(sentenceText(announceUploads(snapshot(), snapshot({ failed: [failed('a'), failed('b')] })) ?? '')).toBe(
      '2 files failed.',
    );
  });

  it('announces a failure only once', () => {
    const one = failed('a');
    expect(announceUploads(snapshot({ failed: [one] }), snapshot({ failed: [one] }))).toBeUndefined();
  });

  it('announces the end together with the last failure', () => {
    const words = announceUploads(
      snapshot({ left: 1, done: 2 }),
      snapshot({ left: 0, done: 2, failed: [failed('a')] }),
    );
    expect(sentenceText(words ?? '')).toMatch(/^a\.tif failed: .* 2 files uploaded, 1 failed\.$/);
  });

  it('announces each quarter at most once', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 100 })), (percents) => {
        const steps = [0, ...percents.sort((left, right) => left - right)];
        const said = steps
          .slice(1)
          .map((percent, index) => announceUploads(snapshot({ percent: steps[index]! }), snapshot({ percent })));
        expect(said.filter((words) => words !== undefined).length).toBeLessThanOrEqual(3);
      }),
    );
  });
});
