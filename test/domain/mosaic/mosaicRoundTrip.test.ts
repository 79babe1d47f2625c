import { isUtf8 } from 'node:buffer';
import fc from 'fast-check';
import type { DatasetMetadata } from '@data-manager/domain/metadata/dataset';
import { importMosaic } from '@data-manager/domain/mosaic/mosaicImport';
import { readMosaic } from '@data-manager/domain/mosaic/mosaicReader';
import { validateTitle } from '@data-manager/domain/names/title';
import { aMosaicContext } from '../../support/mosaic';

const words = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
  // A value that begins with a separator would change the meaning of the line.
  .filter((text) => text.trim() === text && text !== '' && !/^[:=]|\p{Control}|\p{Surrogate}/u.test(text));
const length = fc.double({ min: 1e-9, max: 1e9, noNaN: true });

const metadata = fc.record({
  dataset: fc
    .stringMatching(/^[A-Z][\w ]{0,20}$/)
    .map((text) => text.trim())
    .filter((text) => validateTitle(text) === undefined),
  description: words,
  sid: fc.constant('acme'),
  pixelSize: length,
  physicalSpacing: length,
  tissueType: fc.constantFrom('Brain', 'Spinal cord', 'Heart'),
  device: fc.constantFrom('TC1000', 'TC1400', 'LSM880'),
  physicalSections: fc.integer({ min: 1, max: 999_999 }),
  bitDepth: fc.integer({ min: 1, max: 64 }),
  channels: fc
    .array(words, { minLength: 1, maxLength: 12 })
    .map((names) => names.map((name, index) => ({ num: index + 1, name }))),
  attributes: fc.constantFrom<DatasetMetadata['attributes'][]>(
    { species: 'Mouse' },
    { sex: 'Unknown' },
    { species: 'Rat', sex: 'Male' },
  ),
});

const style = fc.record({
  isOld: fc.boolean(),
  isJson: fc.boolean(),
  separator: fc.constantFrom(':', '=', '\t', ': ', ' = '),
  end: fc.constantFrom(
    '\n',
    '\r\n',
    '\r',
    '\n\n',
    '\n# note: not read\n',
    '\nXPos1:2\n',
    '\nexposureDate:9/26/2015 1:29:10 PM\n',
  ),
  encoding: fc.constantFrom('utf-8', 'utf-8 marked', 'utf-16le', 'utf-16be', 'latin-1'),
  letterCase: fc.constantFrom<(text: string) => string>(
    (text) => text,
    (text) => text.toLowerCase(),
    (text) => text.toUpperCase(),
  ),
  isNested: fc.boolean(),
});

type FieldValue = string | number | Readonly<Record<string, string>>;
type Style = typeof style extends fc.Arbitrary<infer Value> ? Value : never;

/** Returns the names and values of a mosaic with the given metadata. */
function fieldsOf(
  data: DatasetMetadata,
  { isOld, letterCase, isNested }: Style,
): readonly (readonly [string, FieldValue])[] {
  const attributes = Object.entries(data.attributes).map(
    ([name, value]) => [letterCase(name), letterCase(value)] as const,
  );
  const fields: readonly (readonly [string, FieldValue])[] = [
    [isOld ? 'Sample ID' : 'san_name', data.dataset],
    [isOld ? 'comments' : 'Description', data.description],
    ['sponsor_id', data.sid],
    [isOld ? 'xres' : 'xRes_um', data.pixelSize ?? 0],
    [isOld ? 'sectionres' : 'section_depth', data.physicalSpacing ?? 0],
    ['tissue_type', letterCase(data.tissueType)],
    ['ScannerID', letterCase(data.device)],
    ['sections', data.physicalSections ?? 0],
    ['bitDepth', data.bitDepth],
    ['channels', data.channels.length],
    ...data.channels.map(({ num, name }) => [`channel_${num}_name`, name] as const),
    ['attributes', isNested ? Object.fromEntries(attributes) : attributes.map((pair) => pair.join('=')).join(';')],
  ];
  return fields.map(([name, value]) => [letterCase(name), value]);
}

function textOf(data: DatasetMetadata, given: Style): string {
  const fields = fieldsOf(data, given);
  if (given.isJson) return JSON.stringify(Object.fromEntries(fields));
  const lines = fields.map(([name, value]) => {
    const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
    return `${name}${given.separator}${text}`;
  });
  return lines.join(given.end);
}

function encode(text: string, encoding: Style['encoding']): Uint8Array {
  if (encoding === 'utf-16le') return Buffer.from(`\ufeff${text}`, 'utf16le');
  if (encoding === 'utf-16be') return Buffer.from(`\ufeff${text}`, 'utf16le').swap16();
  const bytes = new TextEncoder().encode(text);
  const latin1 = Buffer.from(text, 'latin1');
  // Text with other characters, or whose Latin-1 bytes are valid UTF-8, can't be written as Latin-1.
  const canBeLatin1 = latin1.toString('latin1') === text && !isUtf8(latin1) && !/[\u0080-\u009f]/.test(text);
  if (encoding === 'latin-1' && canBeLatin1) return latin1;
  return encoding === 'utf-8 marked' ? Uint8Array.from([0xef, 0xbb, 0xbf, ...bytes]) : bytes;
}

describe('reading and importing a mosaic', () => {
  it('restores all metadata from lines or JSON with any spelling, separator, line end, case and encoding', () => {
    fc.assert(
      fc.property(metadata, style, (data, given) => {
        const bytes = encode(textOf(data, given), given.encoding);
        const read = readMosaic(bytes);
        expect(read.ok).toBe(true);
        if (!read.ok) return;
        const { values, isValid } = importMosaic(read.value, aMosaicContext());
        expect(values).toEqual(data);
        expect(isValid).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });
});
