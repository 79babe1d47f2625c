import fc from 'fast-check';
import { draftOf, type MetadataDraft } from '@data-manager/domain/metadata/metadataDraft';
import { ok } from '@data-manager/lib/result';
import { firstErrorPath, validateDraft, type ValidationContext } from '../../../src/features/metadata/metadataSchema';
import { aDataset } from '../../support/builders';
import { anyDraft, validMetadata } from '../../support/metadataArbitraries';

const context: ValidationContext = { sponsorId: 'acme', takenTitles: ['TC043'] };

function validate(given: Partial<MetadataDraft>, other: Partial<ValidationContext> = {}) {
  return validateDraft({ ...draftOf(aDataset()), ...given }, { ...context, ...other });
}

function resultOf(given: Partial<MetadataDraft>): unknown {
  const result = validate(given);
  return result.ok ? result.value : result.failure;
}

it('validateDraft returns valid metadata unchanged', () => {
  fc.assert(
    fc.property(validMetadata, (metadata) => {
      expect(validateDraft(draftOf(metadata), { sponsorId: 'acme', takenTitles: [] })).toEqual(ok(metadata));
    }),
  );
});

it('validateDraft returns errors, or metadata that stays the same when it is validated again', () => {
  fc.assert(
    fc.property(anyDraft, (draft) => {
      const result = validateDraft(draft, context);
      if (result.ok) expect(validateDraft(draftOf(result.value), context)).toEqual(result);
      else expect(Object.keys(result.failure)).not.toEqual([]);
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
  ['1,234.5', 1234.5],
  ['١٫٣٧', 1.37],
  ['۱٫۳۷', 1.37],
])('validateDraft accepts the length “%s”', (text, length) => {
  expect(resultOf({ pixelSize: text, physicalSpacing: text })).toMatchObject({
    pixelSize: length,
    physicalSpacing: length,
  });
});

it.each([
  ['pixelSize', '0', 'Pixel size must be greater than 0 µm'],
  ['pixelSize', 'wide', 'Pixel size must be a number in µm, for example 1.37'],
  ['pixelSize', '1,234,5', 'Pixel size must be a number in µm, for example 1.37'],
  ['pixelSize', '2,640 µm', 'Write 2.64 or 2640: “2,640” can be either'],
  ['pixelSize', '5 nm', 'Pixel size must be a number in µm, for example 1.37'],
  ['physicalSpacing', '\u221250', 'Physical spacing must be greater than 0 µm'],
  ['physicalSpacing', '1e400', 'Physical spacing is too large'],
  ['physicalSections', '0', 'Physical sections must be a whole number from 1 to 999,999'],
  ['physicalSections', '2.5', 'Physical sections must be a whole number from 1 to 999,999'],
  ['physicalSections', '1000000', 'Physical sections must be a whole number from 1 to 999,999'],
  ['bitDepth', '', 'Bit depth must be a whole number from 1 to 64'],
  ['bitDepth', '65', 'Bit depth must be a whole number from 1 to 64'],
  ['dataset', ' ', 'Enter a title'],
  ['dataset', 'tc043', 'This title is already in use'],
])('validateDraft rejects the %s “%s”', (field, text, words) => {
  expect(resultOf({ [field]: text })).toEqual({ [field]: words });
});

it('validateDraft accepts counts with separators and in the digits of other scripts', () => {
  const given = { physicalSections: '1,280', bitDepth: '١٦', channels: [{ num: '۲', name: '' }] };
  expect(resultOf(given)).toMatchObject({ physicalSections: 1280, bitDepth: 16, channels: [{ num: 2 }] });
});

it('validateDraft returns all errors at once', () => {
  const channels = [
    { num: '1', name: 'a' },
    { num: '01', name: 'b' },
    { num: 'x', name: 'c' },
  ];
  expect(resultOf({ pixelSize: 'x', bitDepth: '0', channels })).toEqual({
    pixelSize: expect.any(String) as string,
    bitDepth: expect.any(String) as string,
    'channels.1.num': 'Channel number 1 is already in use',
    'channels.2.num': 'Enter the channel’s number in the file names, for example 1 for ch01',
  });
});

it('validateDraft omits empty fields and upper-cases the device', () => {
  const result = validate({ pixelSize: ' ', physicalSections: '', device: ' tc1000 ' });
  expect(result).toMatchObject({ ok: true, value: { device: 'TC1000' } });
  expect(result.ok && Object.keys(result.value)).not.toContain('pixelSize');
  expect(result.ok && Object.keys(result.value)).not.toContain('physicalSections');
});

it('validateDraft gives a channel without a name its default name', () => {
  expect(resultOf({ channels: [{ num: '3', name: ' ' }] })).toMatchObject({
    channels: [{ num: 3, name: 'Channel 3' }],
  });
});

it('validateDraft accepts the current title even if a new dataset could not have it', () => {
  expect(validate({ dataset: 'upload' }, { currentTitle: 'upload' }).ok).toBe(true);
  expect(validate({ dataset: 'upload' }).ok).toBe(false);
});

it('firstErrorPath returns the first path in the form’s order', () => {
  expect(firstErrorPath({ 'channels.10.num': '', 'channels.2.num': '', attributes: '' })).toBe('channels.2.num');
  expect(firstErrorPath({ bitDepth: '', pixelSize: '' })).toBe('pixelSize');
  expect(firstErrorPath({})).toBeUndefined();
});
