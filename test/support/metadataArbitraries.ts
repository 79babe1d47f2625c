import fc from 'fast-check';
import type { DatasetMetadata } from '@data-manager/domain/metadata/dataset';
import type { MetadataDraft } from '@data-manager/domain/metadata/metadataDraft';
import { cleanTitle, validateTitle } from '@data-manager/domain/names/title';

const cleanText = fc.string({ unit: 'grapheme', maxLength: 12 }).map((text) => text.trim());
const filledText = cleanText.filter((text) => text !== '');
const length = fc.double({ min: 0, minExcluded: true, noNaN: true, noDefaultInfinity: true });
const sections = fc.integer({ min: 1, max: 999_999 });

/** Valid metadata. */
export const validMetadata: fc.Arbitrary<DatasetMetadata> = fc.record(
  {
    dataset: fc
      .string({ unit: 'grapheme', maxLength: 12 })
      .map(cleanTitle)
      .filter((title) => validateTitle(title) === undefined),
    description: cleanText,
    sid: fc.constant('acme'),
    pixelSize: length,
    physicalSpacing: length,
    tissueType: cleanText,
    device: cleanText.map((text) => text.toUpperCase().trim()),
    physicalSections: sections,
    bitDepth: fc.integer({ min: 1, max: 64 }),
    channels: fc.uniqueArray(fc.record({ num: fc.integer({ min: 1, max: 999 }), name: filledText }), {
      selector: ({ num }) => num,
      maxLength: 6,
    }),
    attributes: fc.dictionary(fc.string({ minLength: 1, maxLength: 8 }), filledText, { maxKeys: 5 }),
  },
  {
    requiredKeys: ['dataset', 'description', 'sid', 'tissueType', 'device', 'bitDepth', 'channels', 'attributes'],
  },
);

const typed = fc.oneof(
  fc.string({ maxLength: 8 }),
  fc.constantFrom('', '0', '1', ' 16 ', '1,5', '2.5 µm', '-3', '1e400', '007', 'NaN'),
);

/** A form with arbitrary input. */
export const anyDraft: fc.Arbitrary<MetadataDraft> = fc.record({
  dataset: typed,
  description: typed,
  pixelSize: typed,
  physicalSpacing: typed,
  tissueType: typed,
  device: typed,
  physicalSections: typed,
  bitDepth: typed,
  channels: fc.array(fc.record({ num: typed, name: typed }), { maxLength: 4 }),
  attributes: fc.array(fc.record({ name: fc.constantFrom('species', 'sex', '__proto__', 'a.b'), value: typed })),
});
