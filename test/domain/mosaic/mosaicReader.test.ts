import fc from 'fast-check';
import { entryOf, type Mosaic, type MosaicField } from '@data-manager/domain/mosaic/mosaic';
import { importMosaic } from '@data-manager/domain/mosaic/mosaicImport';
import {
  createLineParser,
  MOSAIC_JSON_MAX_BYTES,
  MOSAIC_MAX_BYTES,
  readMosaic,
} from '@data-manager/domain/mosaic/mosaicReader';
import { aMosaicContext, mosaicOf, readFile } from '../../support/mosaic';

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

describe('a mosaic of lines', () => {
  it.each([
    ['Description:cut at 9:05, kept at C:\\scans', 'cut at 9:05, kept at C:\\scans'],
    ['Description=cut at 9:05', 'cut at 9:05'],
    ['Description\tcut at 9:05 = early', 'cut at 9:05 = early'],
    ['Description:a=b\tc', 'a=b\tc'],
    ['Description\t:\tcut early', 'cut early'],
    ['  Description : cut early  ', 'cut early'],
    ['DESCRIPTION:cut early', 'cut early'],
    ['description:', ''],
  ])('splits %j at the first separator only', (line, value) => {
    expect(valueOf(line, 'description')).toBe(value);
  });

  it.each(['\n', '\r\n', '\r', '\n\r\n', '\r\r'])('accepts the line end %j', (end) => {
    const mosaic = mosaicOf(['san_name:TC042', '# a comment: not read', '', 'sections:280'].join(end));
    expect([...mosaic.entries.keys()]).toEqual(['san_name', 'sections']);
    expect(mosaic.skipped.count).toBe(0);
  });

  it('skips lines without a name and a value, and reports their numbers', () => {
    for (const end of ['\n', '\r\n', '\r']) {
      const text = ['san_name:TC042', '', 'half a li', 'XPos0:12', ':5', '=', 'sections:280'].join(end);
      expect(mosaicOf(text).skipped).toEqual({ count: 3, first: [3, 5, 6] });
    }
  });

  it('reports the numbers of the first 20 skipped lines and counts the others', () => {
    const { skipped } = mosaicOf(`sections:1\n${'?\n'.repeat(1000)}`);
    expect(skipped).toEqual({ count: 1000, first: Array.from({ length: 20 }, (_, index) => index + 2) });
  });

  it('ignores lines with positions', () => {
    expect(mosaicOf('sections:1\nXPos7100:130550\nyPOS-5:1\n XPos\nYPos').skipped.count).toBe(0);
  });

  it('uses the last value of a repeated name and reports different values', () => {
    const mosaic = mosaicOf('sections:300\nSections:300\nSECTIONS:312\nxres:1\nxres:1');
    expect(entryOf(mosaic, 'physicalSections')?.value).toBe('312');
    expect(mosaic.duplicates).toEqual([{ name: 'SECTIONS', line: 3 }]);
    expect(mosaicOf('sections:1\nsections:2\nsections:2').duplicates).toEqual([{ name: 'sections', line: 3 }]);
  });

  it('skips lines longer than 100,000 characters', () => {
    const mosaic = mosaicOf(`sections:1\nDescription:${'a'.repeat(MIB)}\nxres:1`);
    expect([...mosaic.entries.keys()]).toEqual(['sections', 'xres']);
    expect(mosaic.skipped.first).toEqual([2]);
    expect(parsed(['a'.repeat(MIB), 'XPos\nxres:1']).skipped.first).toEqual([1]);
  });
});

describe('entryOf', () => {
  it('prefers the newer spelling', () => {
    expect(valueOf('xres:0.5\nxRes_um:0.875', 'pixelSize')).toBe('0.875');
  });

  it('uses the older spelling if the newer one is empty', () => {
    expect(valueOf('xRes_um:\nxres:0.5', 'pixelSize')).toBe('0.5');
  });
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
    expect(mosaicOf('{"sections":300,"Sections":312}').duplicates).toEqual([{ name: 'Sections', line: undefined }]);
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
    const { read } = readFile(bytes);
    expect(read.ok && entryOf(read.value, 'description')?.value).toBe('Größe in µm');
    expect(read.ok && entryOf(read.value, 'physicalSections')?.value).toBe('280');
  });

  it('is Latin-1 for the whole file even if the first invalid UTF-8 byte comes megabytes later', () => {
    const filling = 'XPos0:123450\r\n'.repeat(100_000);
    const { read } = readFile(latin1(`Description:5 \u00c2\u00b5m\r\n${filling}comments:\u00e4\r\n`));
    expect(read.ok && entryOf(read.value, 'description')?.value).toBe('5 \u00c2\u00b5m');
  });

  it('decodes characters that span two chunks', () => {
    for (let shift = 0; shift < 4; shift += 1) {
      const filling = '#'.repeat(256 * 1024 - 'Description:'.length - 3 + shift);
      const { read } = readFile(bytesOf(`${filling}\nDescription:\u{1f9e0}\u{1f9e0}`));
      expect(read.ok && entryOf(read.value, 'description')?.value).toBe('\u{1f9e0}\u{1f9e0}');
    }
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
    expect(readFile(bytes).read).toEqual({ ok: false, failure: refusal });
  });

  it('is not read if it is too large', () => {
    expect(readMosaic(MOSAIC_MAX_BYTES + 1).next()).toEqual({ done: true, value: { ok: false, failure: 'tooLarge' } });
  });

  it('is refused for a NUL at its end, but not for leading blank lines', () => {
    const blank = '\n'.repeat(MIB);
    expect(readFile(bytesOf(`sections:1${blank}\0`)).read).toEqual({ ok: false, failure: 'notText' });
    expect(readFile(bytesOf(`${blank}sections:1`)).read.ok).toBe(true);
  });

  it('is not read beyond the first chunk if it is binary', () => {
    const { read, requestedBytes } = readFile(new Uint8Array(20 * MIB).fill(7, 0, 1000));
    expect(read).toEqual({ ok: false, failure: 'notText' });
    expect(requestedBytes).toBeLessThan(MIB);
  });

  it('is not read beyond the first chunk if it is a large JSON file', () => {
    const { read, requestedBytes } = readFile(bytesOf(`{"sections":280,"a":"${'a'.repeat(MOSAIC_JSON_MAX_BYTES)}"}`));
    expect(read).toEqual({ ok: false, failure: 'jsonTooLarge' });
    expect(requestedBytes).toBeLessThan(MIB);
  });
});

describe('reading arbitrary bytes', () => {
  function readAndImport(bytes: Uint8Array): void {
    const { read } = readFile(bytes);
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

  it('returns the same result for any division into chunks', () => {
    const piece = fc.constantFrom(
      ...['sections:', '1', '2', '\r', '\n', '\r\n', 'XPos1:2', 'XPos3\n', '# a', 'xres=3', '?', ' ', ''],
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        expect(parsed(pieces)).toEqual(parsed([pieces.join('')]));
      }),
      { numRuns: 2_000 },
    );
  });
});

function parsed(pieces: readonly string[]): Mosaic {
  const parser = createLineParser();
  for (const piece of pieces) parser.add(piece);
  return parser.finish();
}
