import fc from 'fast-check';
import { entryOf, type MosaicField } from '@data-manager/domain/mosaic/mosaic';
import { importMosaic } from '@data-manager/domain/mosaic/mosaicImport';
import { MOSAIC_JSON_MAX_BYTES, readMosaic } from '@data-manager/domain/mosaic/mosaicReader';
import { aMosaicContext, mosaicOf } from '../../support/mosaic';

/** Ten times the CPU time needed, in microseconds; quadratic parsing would take minutes. */
const MAX_CPU_US = 3_000_000;
const MIB = 1024 * 1024;

function valueOf(text: string, field: MosaicField): unknown {
  return entryOf(mosaicOf(text), field)?.value;
}

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** One byte per character. */
function latin1(text: string): Uint8Array {
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

function utf16(text: string, isBigEndian = false): Uint8Array {
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le');
  return isBigEndian ? bytes.swap16() : bytes;
}

it.each([
  ['Description:cut at 9:05, kept at C:\\scans', 'cut at 9:05, kept at C:\\scans'],
  ['Description=cut at 9:05', 'cut at 9:05'],
  ['Description\tcut at 9:05 = early', 'cut at 9:05 = early'],
  ['Description:a=b\tc', 'a=b\tc'],
  ['Description\t:\tcut early', 'cut early'],
  ['  Description : cut early  ', 'cut early'],
  ['DESCRIPTION:cut early', 'cut early'],
  ['description:', ''],
])('a mosaic of lines splits %j at the first separator only', (line, value) => {
  expect(valueOf(line, 'description')).toBe(value);
});

it.each(['\n', '\r\n', '\r', '\n\r\n', '\r\r'])('a mosaic of lines accepts the line end %j', (end) => {
  const mosaic = mosaicOf(['san_name:TC042', '# a comment: not read', '', 'sections:280'].join(end));
  expect([...mosaic.entries.keys()]).toEqual(['san_name', 'sections']);
  expect(mosaic.skippedLines).toEqual([]);
});

it('a mosaic of lines skips lines without a name and a value, and reports their numbers', () => {
  for (const end of ['\n', '\r\n', '\r']) {
    const text = ['san_name:TC042', '', 'half a li', 'XPos0:12', ':5', '=', 'sections:280'].join(end);
    expect(mosaicOf(text).skippedLines).toEqual([3, 5, 6]);
  }
});

it('a mosaic of lines ignores lines with positions', () => {
  expect(mosaicOf('sections:1\nXPos7100:130550\nyPOS-5:1\n XPos\nYPos').skippedLines).toEqual([]);
});

it('a mosaic of lines uses the last value of a repeated name and reports different values', () => {
  const mosaic = mosaicOf('sections:300\nSections:300\nSECTIONS:312\nxres:1\nxres:1');
  expect(entryOf(mosaic, 'physicalSections')?.value).toBe('312');
  expect(mosaic.duplicates).toEqual([{ name: 'SECTIONS', value: '312', line: 3 }]);
  expect(mosaicOf('sections:1\nsections:2\nsections:2').duplicates).toEqual([
    { name: 'sections', value: '2', line: 3 },
  ]);
});

it('a mosaic of lines skips lines longer than 100,000 characters', () => {
  const mosaic = mosaicOf(`sections:1\nDescription:${'a'.repeat(MIB)}\nxres:1`);
  expect([...mosaic.entries.keys()]).toEqual(['sections', 'xres']);
  expect(mosaic.skippedLines).toEqual([2]);
});

it('entryOf prefers the newer spelling', () => {
  expect(valueOf('xres:0.5\nxRes_um:0.875', 'pixelSize')).toBe('0.875');
});

it('entryOf uses the older spelling if the newer one is empty', () => {
  expect(valueOf('xRes_um:\nxres:0.5', 'pixelSize')).toBe('0.5');
});

describe('a mosaic in JSON', () => {
  it('may contain numbers, nested attributes and a list of channels', () => {
    const { values, isValid } = importMosaic(
      mosaicOf(
        JSON.stringify({
          SAN_NAME: 'TC042',
          description: 'Mouse brain',
          sponsor_id: 'acme',
          xres: 0.875,
          section_depth: '45',
          tissue_type: ['brain'],
          scannerid: 'tc1000',
          sections: 300,
          bitDepth: 16,
          channels: ['red', { num: 2, name: 'GFP' }],
          attributes: { Species: 'mouse', sex: 'male' },
          other: [{ nested: [1, 2] }],
        }),
      ),
      aMosaicContext(),
    );
    expect(isValid).toBe(true);
    expect(values).toEqual({
      dataset: 'TC042',
      description: 'Mouse brain',
      sid: 'acme',
      pixelSize: 0.875,
      physicalSpacing: 45,
      tissueType: 'Brain',
      device: 'TC1000',
      physicalSections: 300,
      bitDepth: 16,
      channels: [
        { num: 1, name: 'red' },
        { num: 2, name: 'GFP' },
      ],
      attributes: { species: 'Mouse', sex: 'Male' },
    });
  });

  it('reports names that differ only in case', () => {
    expect(mosaicOf('{"sections":300,"Sections":312}').duplicates).toEqual([{ name: 'Sections', value: 312 }]);
  });
});

describe('the encoding of a mosaic', () => {
  const TEXT = 'Description:Größe in µm\nsections:280';

  it.each([
    ['UTF-8', bytesOf(TEXT)],
    ['UTF-8 with a byte-order mark', bytesOf(`\ufeff${TEXT}`)],
    ['Latin-1', latin1(TEXT)],
    ['UTF-16 little-endian', utf16(TEXT)],
    ['UTF-16 big-endian', utf16(TEXT, true)],
  ])('can be %s', (_name, bytes) => {
    const read = readMosaic(bytes);
    expect(read.ok && entryOf(read.value, 'description')?.value).toBe('Größe in µm');
    expect(read.ok && entryOf(read.value, 'physicalSections')?.value).toBe('280');
  });

  it('is Latin-1 for the whole file even if the first invalid UTF-8 byte comes megabytes later', () => {
    const filling = 'XPos0:123450\r\n'.repeat(100_000);
    const read = readMosaic(latin1(`Description:5 \u00c2\u00b5m\r\n${filling}comments:\u00e4\r\n`));
    expect(read.ok && entryOf(read.value, 'description')?.value).toBe('5 \u00c2\u00b5m');
  });
});

describe('a file that is not a mosaic', () => {
  it.each([
    ['an empty file', new Uint8Array(), 'empty'],
    ['a file of blank lines', bytesOf('\ufeff\r\n \t\n'), 'empty'],
    ['a TIFF', Uint8Array.from([0x49, 0x49, 0x2a, 0, 8, 0, 0, 0, 255, 254]), 'notText'],
    ['a PNG', Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13]), 'notText'],
    ['half a JSON file', bytesOf('{"sections": 280, "bitDe'), 'badJson'],
    ['a text about something else', bytesOf('Dear all,\nlunch: 12:30'), 'noFields'],
    ['a JSON list', bytesOf('[{"sections":280}]'), 'noFields'],
    ['JSON without a field', bytesOf('{"lunch":"12:30"}'), 'noFields'],
  ])('is refused with its reason: %s', (_name, bytes, refusal) => {
    expect(readMosaic(bytes)).toEqual({ ok: false, failure: refusal });
  });

  it('is refused for a NUL at its end, but not for leading blank lines', () => {
    const blank = '\n'.repeat(MIB);
    expect(readMosaic(bytesOf(`sections:1${blank}\0`))).toEqual({ ok: false, failure: 'notText' });
    expect(readMosaic(bytesOf(`${blank}sections:1`)).ok).toBe(true);
  });

  it('a mosaic is refused if it is a JSON file of more than 1 MiB', () => {
    const bytes = bytesOf(`{"sections":280,"a":"${'a'.repeat(MOSAIC_JSON_MAX_BYTES)}"}`);
    expect(readMosaic(bytes)).toEqual({ ok: false, failure: 'jsonTooLarge' });
  });
});

describe('reading arbitrary bytes', () => {
  function readAndImport(bytes: Uint8Array): void {
    const read = readMosaic(bytes);
    if (!read.ok) return;
    expect(importMosaic(read.value, aMosaicContext()).rows.length).toBeGreaterThanOrEqual(11);
  }

  it('returns a mosaic or a refusal and never throws', () => {
    const token = fc.constantFrom(
      ...[
        'san_name',
        'sections',
        'channels',
        'channel_1_name',
        'attributes',
        'ScannerID',
        'xRes_um',
        'XPos1',
        '__proto__',
      ],
      ...[
        ':',
        '=',
        '\t',
        '\n',
        '\r',
        '{',
        '}',
        '[',
        ']',
        ',',
        '"',
        ';',
        '0',
        '99',
        '-1',
        '1e999',
        'NaN',
        'null',
        '\ufeff',
      ],
    );
    const text = fc.array(fc.oneof(token, fc.string({ unit: 'binary', maxLength: 3 })), { maxLength: 60 });
    fc.assert(
      fc.property(
        fc.oneof(
          fc.uint8Array({ maxLength: 200 }),
          text.map((tokens) => bytesOf(`sections:1\n${tokens.join('')}`)),
          fc.dictionary(fc.oneof(token, fc.string()), fc.jsonValue()).map((value) => bytesOf(JSON.stringify(value))),
          text.map((tokens) => utf16(tokens.join(''))),
        ),
        readAndImport,
      ),
      { numRuns: 2_000 },
    );
  });

  it.each([
    ':',
    '{',
    '[',
    '\n',
    '\r',
    '\t',
    '=',
    ' ',
    '#',
    '0',
    'x',
    '"',
    ';',
    '{"a":',
    '\u00e4',
    'XPos',
    'a=;',
    'channel_0',
  ])('takes linear time for half a megabyte of %j', (unit) => {
    const filling = unit.repeat(MIB / 2 / unit.length);
    for (const before of ['', 'sections:1\n', 'sections:1\rattributes:', '{"attributes":"', 'xRes_um:1']) {
      const began = process.cpuUsage();
      readAndImport(bytesOf(`${before}${filling}`));
      readAndImport(bytesOf(`${before}${filling}"}`));
      readAndImport(bytesOf(`${before}${filling.slice(0, 90_000)}x`));
      expect(process.cpuUsage(began).user).toBeLessThan(MAX_CPU_US);
    }
  });
});
