import fc from 'fast-check';
import { announceUploads, type UploadsSnapshot } from '../../../src/domain/uploads/announceUploads';
import { anUploadFile } from '../../support/builders';

const heard = (given: Partial<UploadsSnapshot> = {}): UploadsSnapshot => ({
  left: 2,
  done: 0,
  failed: [],
  percent: 10,
  ...given,
});
const NOTHING = heard({ left: 0, percent: 0 });
const failed = (id: string) =>
  anUploadFile({ id, name: `${id}.tif`, progress: { phase: 'failed', failure: { kind: 'etag-no-hash' } } });

describe('announceUploads', () => {
  it.each([
    ['the start', NOTHING, heard({ left: 12, percent: 0 }), 'Uploading 12 files.'],
    ['the start of one', NOTHING, heard({ left: 1, percent: 0 }), 'Uploading 1 file.'],
    ['a quarter', heard({ percent: 24 }), heard({ percent: 25 }), '25% uploaded.'],
    ['quarters that went by at once', heard({ percent: 10 }), heard({ percent: 80 }), '75% uploaded.'],
    ['a percent', heard({ percent: 25 }), heard({ percent: 26 }), undefined],
    ['the last percent before the end', heard({ percent: 99 }), heard({ percent: 100 }), undefined],
    ['a file among others', heard({ left: 3 }), heard({ left: 2, done: 1 }), undefined],
    ['the end', heard({ left: 1, done: 2 }), heard({ left: 0, done: 3, percent: 0 }), 'All 3 files are uploaded.'],
    ['the end of one', heard({ left: 1 }), heard({ left: 0, done: 1, percent: 0 }), 'The file is uploaded.'],
    ['a cancellation', heard({ left: 5, done: 2 }), heard({ left: 0, done: 2, percent: 0 }), undefined],
  ])('%s', (_, before, now, words) => {
    expect(announceUploads(before, now)).toBe(words);
  });

  it('announces one failure with its reason, and several with their number', () => {
    expect(announceUploads(heard(), heard({ failed: [failed('a')] }))).toMatch(
      /^a\.tif failed: Parts can’t be verified/,
    );
    expect(announceUploads(heard(), heard({ failed: [failed('a'), failed('b')] }))).toBe('2 files failed.');
  });

  it('announces a failure only once', () => {
    const one = failed('a');
    expect(announceUploads(heard({ failed: [one] }), heard({ failed: [one] }))).toBeUndefined();
  });

  it('announces the end together with the last failure', () => {
    const words = announceUploads(heard({ left: 1, done: 2 }), heard({ left: 0, done: 2, failed: [failed('a')] }));
    expect(words).toMatch(/^a\.tif failed: .* 2 files uploaded, 1 failed\.$/);
  });

  it('announces each quarter at most once', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 100 })), (percents) => {
        const steps = [0, ...percents.sort((left, right) => left - right)];
        const said = steps
          .slice(1)
          .map((percent, index) => announceUploads(heard({ percent: steps[index]! }), heard({ percent })));
        expect(said.filter((words) => words !== undefined).length).toBeLessThanOrEqual(3);
      }),
    );
  });
});
