import fc from 'fast-check';
import { draftOf, type MetadataDraft } from '../../../src/domain/metadata/metadataDraft';
import { judgeDraft, type FormSurroundings } from '../../../src/domain/metadata/metadataForm';
import { ok } from '../../../src/lib/result';
import { aDataset } from '../../support/builders';
import { anyDraft, validMetadata } from '../../support/metadataArbitraries';

const surroundings: FormSurroundings = { sponsorId: 'acme', taken: ['TC043'] };

function judge(given: Partial<MetadataDraft>, around: Partial<FormSurroundings> = {}) {
  return judgeDraft({ ...draftOf(aDataset()), ...given }, { ...surroundings, ...around });
}

function read(given: Partial<MetadataDraft>): unknown {
  const judged = judge(given);
  return judged.ok ? judged.value : judged.failure;
}

describe('the metadata form', () => {
  it('keeps what is valid, there and back', () => {
    fc.assert(
      fc.property(validMetadata, (metadata) => {
        expect(judgeDraft(draftOf(metadata), { sponsorId: 'acme', taken: [] })).toEqual(ok(metadata));
      }),
    );
  });

  it('says of whatever is typed what it means or what is wrong, and means the same when it is opened again', () => {
    fc.assert(
      fc.property(anyDraft, (draft) => {
        const judged = judgeDraft(draft, surroundings);
        if (judged.ok) expect(judgeDraft(draftOf(judged.value), surroundings)).toEqual(judged);
        else expect(Object.keys(judged.failure)).not.toEqual([]);
      }),
    );
  });

  it.each([
    ['1.37', 1.37],
    ['1,37', 1.37],
    [' .5 ', 0.5],
    ['2 µm', 2],
    ['2um', 2],
    ['1e-3', 0.001],
  ])('reads the length “%s”', (text, length) => {
    expect(read({ pixelSize: text, physicalSpacing: text })).toMatchObject({
      pixelSize: length,
      physicalSpacing: length,
    });
  });

  it.each([
    ['pixelSize', '0', 'Pixel size has to be more than 0 µm'],
    ['pixelSize', 'wide', 'Pixel size has to be a number of µm, like 1.37'],
    ['pixelSize', '1,234.5', 'Pixel size has to be a number of µm, like 1.37'],
    ['pixelSize', '5 nm', 'Pixel size has to be a number of µm, like 1.37'],
    ['physicalSpacing', '-50', 'Physical spacing has to be a number of µm, like 50'],
    ['physicalSpacing', '1e400', 'Physical spacing is too large a number'],
    ['physicalSections', '0', 'Physical sections has to be a whole number from 1 to 999,999'],
    ['physicalSections', '2.5', 'Physical sections has to be a whole number from 1 to 999,999'],
    ['physicalSections', '1000000', 'Physical sections has to be a whole number from 1 to 999,999'],
    ['bitDepth', '', 'Bit depth has to be a whole number from 1 to 64'],
    ['bitDepth', '65', 'Bit depth has to be a whole number from 1 to 64'],
    ['dataset', ' ', 'Please enter a title'],
    ['dataset', 'tc043', 'This title is in use already'],
  ])('refuses %s “%s” at its field', (field, text, words) => {
    expect(read({ [field]: text })).toEqual({ [field]: words });
  });

  it('tells of everything that is wrong at once', () => {
    const channels = [
      { num: '1', name: 'a' },
      { num: '01', name: 'b' },
      { num: 'x', name: 'c' },
    ];
    expect(read({ pixelSize: 'x', bitDepth: '0', channels })).toEqual({
      pixelSize: expect.any(String) as string,
      bitDepth: expect.any(String) as string,
      'channels.1.num': 'Another channel has the number 1 already',
      'channels.2.num': 'A channel needs a whole number, 1 or more, as in ch01 of the file names',
    });
  });

  it('leaves empty what nobody knows, and writes devices in capitals', () => {
    const judged = judge({ pixelSize: ' ', physicalSections: '', device: ' tc1000 ' });
    expect(judged).toMatchObject({ ok: true, value: { device: 'TC1000' } });
    expect(judged.ok && Object.keys(judged.value)).not.toContain('pixelSize');
    expect(judged.ok && Object.keys(judged.value)).not.toContain('physicalSections');
  });

  it('gives a channel without a name the default one', () => {
    expect(read({ channels: [{ num: '3', name: ' ' }] })).toMatchObject({ channels: [{ num: 3, name: 'Channel 3' }] });
  });

  it('leaves a title alone that is there already, even if none like it could be given', () => {
    expect(judge({ dataset: 'upload' }, { keptTitle: 'upload' }).ok).toBe(true);
    expect(judge({ dataset: 'upload' }).ok).toBe(false);
  });
});
