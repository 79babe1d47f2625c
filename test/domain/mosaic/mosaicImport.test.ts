import { judgeMosaic, type MosaicContext } from '../../../src/domain/mosaic/mosaicImport';
import { headWords, rowWords } from '../../../src/domain/mosaic/mosaicReport';
import { omit } from '../../../src/lib/omit';
import { aMosaicContext, mosaicOf, NEW_MOSAIC, OLD_MOSAIC } from '../../support/mosaic';

function judge(text: string, given: Partial<MosaicContext> = {}) {
  const judged = judgeMosaic(mosaicOf(text), aMosaicContext(given));
  const rowOf = (label: string) => judged.rows.find((row) => row.label === label)!;
  return {
    ...judged,
    words: (label: string) => rowWords(rowOf(label)),
    verdicts: () => judged.rows.map(({ label, verdict }) => [label, verdict.kind]),
    head: headWords(judged).join(' '),
  };
}

/** The new mosaic with other lines. */
function withLines(lines: Readonly<Record<string, string>>): string {
  const others = NEW_MOSAIC.split('\n').filter(
    (line) => !Object.keys(lines).some((name) => line.startsWith(`${name}:`)),
  );
  return [...others, ...Object.entries(lines).map(([name, value]) => `${name}:${value}`)].join('\n');
}

const FULL = {
  dataset: 'TC042',
  description: 'Mouse brain, Thy1-GFP',
  sid: 'acme',
  pixelSize: 1.37,
  physicalSpacing: 50,
  tissueType: 'Brain',
  device: 'TC1000',
  physicalSections: 280,
  bitDepth: 16,
  channels: [
    { num: 1, name: 'autofluorescence' },
    { num: 2, name: 'GFP' },
  ],
  attributes: { species: 'Mouse', sex: 'Female' },
};

function without(field: keyof typeof FULL): Partial<typeof FULL> {
  return omit(FULL, field);
}

describe('an import', () => {
  it('is valid if every field is there and every attribute allowed, the device upper-cased, options in their own spelling', () => {
    const { values, isValid, rows, head } = judge(NEW_MOSAIC);
    expect(isValid).toBe(true);
    expect(values).toEqual(FULL);
    expect(rows.map(({ label }) => label)).toEqual([
      ...['Dataset', 'Description', 'Sponsor ID', 'Pixel size', 'Physical spacing', 'Tissue type', 'Device'],
      ...['Physical sections', 'Bit depth', 'Channels', 'Channel 1', 'Channel 2', 'Attribute species', 'Attribute sex'],
    ]);
    expect(head).toBe('Every field was there and allowed.');
  });

  it.each([
    ['san_name', 'Dataset', without('dataset')],
    ['Description', 'Description', without('description')],
    ['sponsor_id', 'Sponsor ID', without('sid')],
    ['xRes_um', 'Pixel size', without('pixelSize')],
    ['section_depth', 'Physical spacing', without('physicalSpacing')],
    ['tissue_type', 'Tissue type', without('tissueType')],
    ['ScannerID', 'Device', without('device')],
    ['sections', 'Physical sections', without('physicalSections')],
    ['bitDepth', 'Bit depth', without('bitDepth')],
    ['channels', 'Channels', FULL],
    ['channel_2_name', 'Channel 2', { ...FULL, channels: [FULL.channels[0], { num: 2, name: 'Channel 2' }] }],
    ['attributes', 'Attributes', without('attributes')],
  ])('that lacks %s, or has it empty, is invalid, and all else is kept', (name, label, kept) => {
    const others = NEW_MOSAIC.split('\n').filter((line) => !line.startsWith(`${name}:`));
    const missing = judge(others.join('\n'));
    const empty = judge([...others, `${name}: `].join('\n'));
    for (const [judged, kind] of [
      [missing, 'missing'],
      [empty, 'empty'],
    ] as const) {
      expect(judged.isValid).toBe(false);
      expect(judged.values).toEqual(kept);
      expect(judged.verdicts().filter(([, found]) => found !== 'taken')).toEqual([[label, kind]]);
      expect(judged.head).toBe(
        `1 field was left out: ${label}. The import is not valid as a whole: apply what is, and fill in the rest by hand.`,
      );
    }
    expect(missing.words(label)).toContain(`Left out: the mosaic has no “${name}”`);
    expect(empty.words(label)).toMatch(/^Left out: it is empty in the mosaic\./);
  });

  it('of an older file keeps the count of channels with default names, and what else there is', () => {
    const { values, isValid, verdicts } = judge(OLD_MOSAIC);
    expect(isValid).toBe(false);
    expect(values).toEqual({
      dataset: 'TC042',
      description: 'Mouse brain',
      pixelSize: 0.875,
      physicalSpacing: 45,
      device: 'TC1000',
      physicalSections: 300,
      channels: [
        { num: 1, name: 'Channel 1' },
        { num: 2, name: 'Channel 2' },
      ],
    });
    expect(verdicts().filter(([, kind]) => kind === 'missing')).toEqual(
      ['Sponsor ID', 'Tissue type', 'Bit depth', 'Channel 1', 'Channel 2', 'Attributes'].map((label) => [
        label,
        'missing',
      ]),
    );
  });

  it('of a section’s file is that of the scan: its positions change nothing', () => {
    const positions = Array.from({ length: 50 }, (_, index) => `XPos${index}:1\r\nYPos${index}:2\r\n`).join('');
    const { values, rows } = judge(OLD_MOSAIC + positions);
    expect({ values, rows }).toEqual({ values: judge(OLD_MOSAIC).values, rows: judge(OLD_MOSAIC).rows });
  });

  it('tells what replaces something, what fills a gap and what is the same', () => {
    const { words, rows } = judge(NEW_MOSAIC, { current: { dataset: 'TC042', pixelSize: 2, bitDepth: 16 } });
    expect(words('Dataset')).toBe('Stays as it is: both say the same.');
    expect(words('Pixel size')).toBe('Will replace what the form says.');
    expect(words('Physical spacing')).toBe('Will be filled in.');
    expect(rows[3]).toMatchObject({ current: '2 µm', imported: '1.37 µm' });
  });
});

describe('what is left out of an import', () => {
  it.each([
    [
      'sponsor_id',
      'zenith',
      'Sponsor ID',
      'sid',
      /^Left out: it names another sponsor than the one you are signed in for/,
    ],
    ['sponsor_id', 'ACME', 'Sponsor ID', 'sid', /another sponsor/],
    ['san_name', 'a/b', 'Dataset', 'dataset', /^Left out\. A title may not contain \/ or \\\.$/],
    ['xRes_um', 'fine', 'Pixel size', 'pixelSize', /^Left out: it is not a number\.$/],
    ['xRes_um', '0', 'Pixel size', 'pixelSize', /^Left out: it has to be more than 0 µm\.$/],
    ['xRes_um', '-1', 'Pixel size', 'pixelSize', /more than 0/],
    ['section_depth', '1e999', 'Physical spacing', 'physicalSpacing', /more than 0/],
    ['section_depth', '0x10', 'Physical spacing', 'physicalSpacing', /not a number/],
    ['section_depth', '1,000.5', 'Physical spacing', 'physicalSpacing', /not a number/],
    ['sections', '2.5', 'Physical sections', 'physicalSections', /a whole number from 1 to 999,999\.$/],
    ['sections', '1,000', 'Physical sections', 'physicalSections', /not a number/],
    ['sections', '0', 'Physical sections', 'physicalSections', /a whole number/],
    ['bitDepth', '65', 'Bit depth', 'bitDepth', /a whole number from 1 to 64/],
    [
      'tissue_type',
      'brian',
      'Tissue type',
      'tissueType',
      /^Left out: it is not among the allowed values\. Is “Brain” meant\?$/,
    ],
    ['tissue_type', 'hippocampus', 'Tissue type', 'tissueType', /^Left out: it is not among the allowed values\.$/],
    [
      'Description',
      `${'a'.repeat(10_000)}b`,
      'Description',
      'description',
      /^Left out\. It is longer than 10,000 letters\.$/,
    ],
    ['Description', 'a\u0001', 'Description', 'description', /^Left out\. It holds control characters\.$/],
    ['ScannerID', 'tc100', 'Device', 'device', /Is “TC1000” meant\?$/],
  ] as const)('%s:%s', (name, value, label, field, words) => {
    const judged = judge(withLines({ [name]: value }));
    expect(judged.words(label)).toMatch(words);
    expect(judged.isValid).toBe(false);
    expect(judged.values).toEqual(without(field));
  });

  it('stays as it is in the form, and the words say so', () => {
    const { values, words } = judge(withLines({ xRes_um: 'fine' }), { current: { pixelSize: 2 } });
    expect(words('Pixel size')).toBe('Left out: it is not a number. The form keeps its own.');
    expect(values).not.toHaveProperty('pixelSize');
  });

  it('is told beside the attributes of the form, which stay', () => {
    const { rows, words } = judge(OLD_MOSAIC, { current: { attributes: { species: 'Mouse', project: 'Thy1' } } });
    expect(rows.at(-1)).toMatchObject({ label: 'Attributes', current: 'species=Mouse;project=Thy1', imported: '' });
    expect(words('Attributes')).toBe('Left out: the mosaic has no “attributes”. The form keeps its own.');
  });

  it('is one attribute and not the others', () => {
    const { values, words, isValid } = judge(
      withLines({ attributes: 'species=moose;SEX= male ;colour=red;specie=Rat;' }),
    );
    expect(isValid).toBe(false);
    expect(values.attributes).toEqual({ sex: 'Male' });
    expect(words('Attribute species')).toBe('Left out: it is not among the allowed values. Is “Mouse” meant?');
    expect(words('Attribute specie')).toBe('Left out: the server’s list has no such attribute. Is “species” meant?');
    expect(words('Attribute colour')).toBe('Left out: the server’s list has no such attribute.');
  });

  it('is another title than that of a folder which is there already', () => {
    const current = { dataset: 'TC042' };
    expect(judge(NEW_MOSAIC, { current, keepsTitle: true }).isValid).toBe(true);
    const { values, words, isValid } = judge(withLines({ san_name: 'K102' }), { current, keepsTitle: true });
    expect(isValid).toBe(false);
    expect(values).not.toHaveProperty('dataset');
    expect(words('Dataset')).toBe('Left out. The folder of the dataset has another name. The form keeps its own.');
  });

  it.each(['mouse, female', '=Mouse', '{"species":"Mouse"', '[1]'])(
    'is all of the attributes where they can’t be read: %s',
    (text) => {
      const { values, words } = judge(withLines({ attributes: text }));
      expect(values).not.toHaveProperty('attributes');
      expect(words('Attributes')).toBe('Left out. It is neither a JSON object nor `name=value;name=value`.');
    },
  );

  it('is all of the attributes where there are more than the server takes', () => {
    const many = Array.from({ length: 1001 }, (_, index) => `a${index}=b`).join(';');
    expect(judge(withLines({ attributes: many })).words('Attributes')).toBe(
      'Left out: it has to be at most 1,000 attributes.',
    );
  });

  it('is a name of a channel with a line end in it, while a description may have lines', () => {
    const { words } = judge('{"channels":["a\\nb"],"Description":"a\\nb"}');
    expect(words('Channel 1')).toMatch(/^Left out\. It holds control characters\./);
    expect(words('Description')).toBe('Will be filled in.');
  });

  it('is an attribute of several values, while a list of one is its value', () => {
    const { values } = judge(withLines({ attributes: '{"species":["Mouse","Rat"],"sex":["Male"]}' }));
    expect(values.attributes).toEqual({ sex: 'Male' });
  });

  it('is the name of a channel that is not counted, unless it is empty', () => {
    const { values, isValid, words } = judge(
      `${NEW_MOSAIC}\nchannel_0_name:DAPI\nchannel_3_name:\nchannel_4_name:blue`,
    );
    expect(isValid).toBe(false);
    expect(values.channels).toEqual(FULL.channels);
    expect(words('Channel 4')).toBe('Left out: it has to be one of the channels 1 to 2, which the mosaic counts.');
    expect(words('Channel 0')).toMatch(/^Left out: it has to be one of the channels/);
    expect(judge(`${NEW_MOSAIC}\nchannel_3_name:`).isValid).toBe(true);
  });

  it('is a count of channels that no file name can tell', () => {
    expect(judge(withLines({ channels: '100' })).words('Channels')).toMatch(/a whole number from 1 to 99\.$/);
  });
});

describe('what an import takes', () => {
  it.each([
    ['0,875', 0.875],
    ['0.875 µm', 0.875],
    ['.5um', 0.5],
    ['1e-1', 0.1],
    ['+3.', 3],
  ])('as a length in µm: %s', (text, value) => {
    expect(judge(withLines({ xRes_um: text })).values.pixelSize).toBe(value);
  });

  it('lies over the attributes of the form, of which the others stay', () => {
    const { values } = judge(withLines({ attributes: 'species=rat' }), {
      current: { attributes: { Species: 'Mouse', project: 'Thy1' } },
    });
    expect(values.attributes).toEqual({ species: 'Rat', project: 'Thy1' });
  });

  it('gives no name to a channel that the form has named and the mosaic has not', () => {
    const { values, words } = judge(OLD_MOSAIC, { current: { channels: [{ num: 2, name: 'GFP' }] } });
    expect(values.channels).toEqual([
      { num: 1, name: 'Channel 1' },
      { num: 2, name: 'GFP' },
    ]);
    expect(words('Channel 1')).toBe('Left out: the mosaic has no “channel_1_name”. It will say “Channel 1”.');
    expect(words('Channel 2')).toBe('Left out: the mosaic has no “channel_2_name”. The form keeps its own.');
  });

  it('names the channels of the form, and new ones, where the count is missing', () => {
    const { values } = judge('channel_02_name:GFP\nchannel_3_name:blue', {
      current: { channels: [1, 2].map((num) => ({ num, name: `Channel ${num}` })) },
    });
    expect(values.channels).toEqual([
      { num: 1, name: 'Channel 1' },
      { num: 2, name: 'GFP' },
      { num: 3, name: 'blue' },
    ]);
  });

  it('is said to be unchecked where a list of the server is not there, and is not known to be valid', () => {
    const { values, isValid, head, words } = judge(withLines({ ScannerID: 'odd one', attributes: 'odd=yes' }), {
      lists: {
        tissueTypes: undefined,
        devices: { ok: false, failure: 'missing' },
        attributes: { ok: false, failure: 'malformed' },
      },
    });
    expect(values).toEqual({ ...FULL, tissueType: 'brain', device: 'ODD ONE', attributes: { odd: 'yes' } });
    expect(isValid).toBe(false);
    expect(head).toMatch(
      /^3 fields were not checked: Tissue type, Device, Attribute odd\. The import is not valid as a whole/,
    );
    expect(words('Device')).toBe(
      'Will be taken unchecked: the server’s list of what is allowed can’t be used. Check it yourself.',
    );
  });
});
