import {
  importMosaic,
  withoutRows,
  type MosaicContext,
  type MosaicStatus,
} from '@data-manager/domain/mosaic/mosaicImport';
import { omit } from '@data-manager/lib/omit';
import { aMosaicContext, mosaicOf, NEW_MOSAIC, OLD_MOSAIC } from '../../support/mosaic';

function importText(text: string, given: Partial<MosaicContext> = {}) {
  const imported = importMosaic(mosaicOf(text), aMosaicContext(given));
  const named = imported.rows.map(({ subject, ...row }) => {
    if (subject.kind === 'field') return { name: subject.field, ...row };
    return { name: subject.kind === 'channel' ? `channel ${subject.num}` : `attribute ${subject.name}`, ...row };
  });
  return {
    ...imported,
    names: named.map(({ name }) => name),
    row: (name: string) => named.find((row) => row.name === name)!,
    status: (name: string): MosaicStatus => named.find((row) => row.name === name)!.status,
    notAccepted: named
      .filter(({ status }) => status.kind !== 'accepted')
      .map(({ name, status }) => [name, status.kind]),
  };
}

/** Replaces lines of the valid mosaic. */
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

it('importMosaic imports the layers, the resolution in y and the date as attributes', () => {
  const { values, status } = importText(`${NEW_MOSAIC}\nlayers:2\nyRes_um:0.875\nacqDate:11/12/2024 9:05:00 AM`);
  expect(values.attributes).toEqual({
    ...FULL.attributes,
    layers: '2',
    y_pixel_size_um: '0.875',
    acquisition_date: '11/12/2024 9:05:00 AM',
  });
  expect(status('attribute layers')).toEqual({ kind: 'accepted' });
  const old = importText(`${OLD_MOSAIC}layers:2\nyres:0.875\nacqDate:9/26/2015 1:29:10 PM`, {
    current: { attributes: { layers: '1', species: 'Rat' } },
  });
  expect(old.values.attributes).toEqual({
    species: 'Rat',
    layers: '2',
    y_pixel_size_um: '0.875',
    acquisition_date: '9/26/2015 1:29:10 PM',
  });
  expect(old.status('attributes')).toMatchObject({ kind: 'missing' });
});

it('importMosaic requires no layers', () => {
  expect(importText(`${NEW_MOSAIC}\nlayers:`)).toMatchObject({ isValid: true, values: FULL });
});

it('importMosaic is valid if every field is present and every value allowed', () => {
  const { values, isValid, names } = importText(NEW_MOSAIC);
  expect(isValid).toBe(true);
  // The device is upper-cased, and options are spelled as in the lists.
  expect(values).toEqual(FULL);
  expect(names).toEqual([
    ...['dataset', 'description', 'sid', 'pixelSize', 'physicalSpacing', 'tissueType', 'device'],
    ...['physicalSections', 'bitDepth', 'channels', 'channel 1', 'channel 2', 'attribute species', 'attribute sex'],
  ]);
});

it.each([
  ['san_name', 'dataset', without('dataset')],
  ['Description', 'description', without('description')],
  ['sponsor_id', 'sid', without('sid')],
  ['xRes_um', 'pixelSize', without('pixelSize')],
  ['section_depth', 'physicalSpacing', without('physicalSpacing')],
  ['tissue_type', 'tissueType', without('tissueType')],
  ['ScannerID', 'device', without('device')],
  ['sections', 'physicalSections', without('physicalSections')],
  ['bitDepth', 'bitDepth', without('bitDepth')],
  ['channels', 'channels', FULL],
  ['channel_2_name', 'channel 2', { ...FULL, channels: [FULL.channels[0], { num: 2, name: 'Channel 2' }] }],
  ['attributes', 'attributes', without('attributes')],
])('importMosaic is invalid if %s is missing or empty, and keeps the other fields', (line, name, kept) => {
  const others = NEW_MOSAIC.split('\n').filter((one) => !one.startsWith(`${line}:`));
  for (const [text, kind] of [
    [others.join('\n'), 'missing'],
    [[...others, `${line}: `].join('\n'), 'empty'],
  ] as const) {
    const { isValid, values, notAccepted } = importText(text);
    expect(isValid).toBe(false);
    expect(values).toEqual(kept);
    expect(notAccepted).toEqual([[name, kind]]);
  }
});

it('importMosaic gives the channels of an older file default names', () => {
  const { values, isValid, notAccepted } = importText(OLD_MOSAIC);
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
  expect(notAccepted).toEqual(
    ['sid', 'tissueType', 'bitDepth', 'channel 1', 'channel 2', 'attributes'].map((name) => [name, 'missing']),
  );
});

it('importMosaic ignores the positions in a section’s file', () => {
  const positions = Array.from({ length: 50 }, (_, index) => `XPos${index}:1\r\nYPos${index}:2\r\n`).join('');
  const { values, rows } = importText(OLD_MOSAIC + positions);
  expect({ values, rows }).toEqual({ values: importText(OLD_MOSAIC).values, rows: importText(OLD_MOSAIC).rows });
});

it('importMosaic compares the imported values with the form', () => {
  const { row } = importText(NEW_MOSAIC, { current: { dataset: 'TC042', pixelSize: 2, bitDepth: 16 } });
  expect(row('dataset').status).toEqual({ kind: 'unchanged' });
  expect(row('pixelSize')).toMatchObject({ status: { kind: 'accepted' }, current: '2 µm', imported: '1.37 µm' });
  expect(row('physicalSpacing')).toMatchObject({ status: { kind: 'accepted' }, current: '' });
});

describe('rejected values', () => {
  it.each([
    ['sponsor_id', 'zenith', 'sid', { kind: 'wrongSponsor' }],
    ['sponsor_id', 'ACME', 'sid', { kind: 'wrongSponsor' }],
    ['san_name', 'a/b', 'dataset', { kind: 'invalidTitle', problem: 'slash' }],
    ['xRes_um', 'fine', 'pixelSize', { kind: 'notANumber' }],
    ['xRes_um', '0', 'pixelSize', { kind: 'notPositive' }],
    ['xRes_um', '-1', 'pixelSize', { kind: 'notPositive' }],
    ['section_depth', '1e999', 'physicalSpacing', { kind: 'notPositive' }],
    ['section_depth', '0x10', 'physicalSpacing', { kind: 'notANumber' }],
    ['section_depth', '1,000.5', 'physicalSpacing', { kind: 'notANumber' }],
    ['sections', '2.5', 'physicalSections', { kind: 'notAnInteger', max: 999_999 }],
    ['sections', '1,000', 'physicalSections', { kind: 'notANumber' }],
    ['sections', '0', 'physicalSections', { kind: 'notAnInteger', max: 999_999 }],
    ['bitDepth', '65', 'bitDepth', { kind: 'notAnInteger', max: 64 }],
    ['tissue_type', 'brian', 'tissueType', { kind: 'notAllowed', suggestion: 'Brain' }],
    ['tissue_type', 'hippocampus', 'tissueType', { kind: 'notAllowed', suggestion: undefined }],
    ['Description', `${'a'.repeat(10_000)}b`, 'description', { kind: 'tooLong', max: 10_000 }],
    ['Description', 'a\u0001', 'description', { kind: 'controlCharacters' }],
    ['ScannerID', 'tc100', 'device', { kind: 'notAllowed', suggestion: 'TC1000' }],
  ] as const)('rejects %s:%s', (name, value, field, status) => {
    const imported = importText(withLines({ [name]: value }));
    expect(imported.status(field)).toEqual(status);
    expect(imported.isValid).toBe(false);
    expect(imported.values).toEqual(without(field));
  });

  it('shows rejected values beside the form’s attributes, which are kept', () => {
    const { row, values } = importText(OLD_MOSAIC, {
      current: { attributes: { species: 'Mouse', project: 'Thy1' } },
    });
    expect(row('attributes')).toMatchObject({ current: 'species=Mouse;project=Thy1', imported: '' });
    expect(values).not.toHaveProperty('attributes');
  });

  it('rejects single attributes', () => {
    const { values, status, isValid } = importText(
      withLines({ attributes: 'species=moose;SEX= male ;colour=red;specie=Rat;' }),
    );
    expect(isValid).toBe(false);
    expect(values.attributes).toEqual({ sex: 'Male' });
    expect(status('attribute species')).toEqual({ kind: 'notAllowed', suggestion: 'Mouse' });
    expect(status('attribute specie')).toEqual({ kind: 'unknownAttribute', suggestion: 'species' });
    expect(status('attribute colour')).toEqual({ kind: 'unknownAttribute', suggestion: undefined });
  });

  it('rejects another title if the title is fixed', () => {
    const current = { dataset: 'TC042' };
    expect(importText(NEW_MOSAIC, { current, keepsTitle: true }).isValid).toBe(true);
    const { values, status, isValid } = importText(withLines({ san_name: 'K102' }), { current, keepsTitle: true });
    expect(isValid).toBe(false);
    expect(values).not.toHaveProperty('dataset');
    expect(status('dataset')).toEqual({ kind: 'otherTitle' });
  });

  it.each(['mouse, female', '=Mouse', '{"species":"Mouse"', '[1]'])('rejects malformed attributes: %s', (text) => {
    const { values, status } = importText(withLines({ attributes: text }));
    expect(values).not.toHaveProperty('attributes');
    expect(status('attributes')).toEqual({ kind: 'malformedAttributes' });
  });

  it('rejects more attributes than the server accepts', () => {
    const many = Array.from({ length: 1001 }, (_, index) => `a${index}=b`).join(';');
    expect(importText(withLines({ attributes: many })).status('attributes')).toEqual({
      kind: 'tooManyAttributes',
      max: 1_000,
    });
  });

  it('rejects a channel name with a line break, which a description may contain', () => {
    const { status } = importText('{"channels":["a\\nb"],"Description":"a\\nb"}');
    expect(status('channel 1')).toEqual({ kind: 'controlCharacters' });
    expect(status('description')).toEqual({ kind: 'accepted' });
  });

  it('rejects an attribute with several values, but not a list with one value', () => {
    const { values, status } = importText(withLines({ attributes: '{"species":["Mouse","Rat"],"sex":["Male"]}' }));
    expect(status('attribute species')).toEqual({ kind: 'multipleValues' });
    expect(values.attributes).toEqual({ sex: 'Male' });
  });

  it('rejects the name of a channel beyond the number of channels, unless it is empty', () => {
    const { values, isValid, status } = importText(
      `${NEW_MOSAIC}\nchannel_0_name:DAPI\nchannel_3_name:\nchannel_4_name:blue`,
    );
    expect(isValid).toBe(false);
    expect(values.channels).toEqual(FULL.channels);
    expect(status('channel 4')).toEqual({ kind: 'unknownChannel', max: 2, isCounted: true });
    expect(status('channel 0')).toEqual({ kind: 'unknownChannel', max: 2, isCounted: true });
    expect(importText(`${NEW_MOSAIC}\nchannel_3_name:`).isValid).toBe(true);
  });

  it('rejects more channels than file names can express', () => {
    expect(importText(withLines({ channels: '100' })).status('channels')).toEqual({ kind: 'notAnInteger', max: 99 });
  });
});

describe('accepted values', () => {
  it.each([
    ['0,875', 0.875],
    ['0.875 µm', 0.875],
    ['.5um', 0.5],
    ['1e-1', 0.1],
    ['+3.', 3],
  ])('accepts the length %s', (text, value) => {
    expect(importText(withLines({ xRes_um: text })).values.pixelSize).toBe(value);
  });

  it('merges accepted values into the form’s attributes', () => {
    const { values } = importText(withLines({ attributes: 'species=rat' }), {
      current: { attributes: { Species: 'Mouse', project: 'Thy1' } },
    });
    expect(values.attributes).toEqual({ species: 'Rat', project: 'Thy1' });
  });

  it('keeps the form’s channel names if the mosaic has none', () => {
    const { values, row } = importText(OLD_MOSAIC, { current: { channels: [{ num: 2, name: 'GFP' }] } });
    expect(values.channels).toEqual([
      { num: 1, name: 'Channel 1' },
      { num: 2, name: 'GFP' },
    ]);
    expect(row('channel 1')).toMatchObject({ current: '', defaultValue: 'Channel 1', names: ['channel_1_name'] });
    expect(row('channel 2')).toMatchObject({ current: 'GFP' });
  });

  it('names the form’s channels and new ones if the number of channels is missing', () => {
    const { values } = importText('channel_02_name:GFP\nchannel_3_name:blue', {
      current: { channels: [1, 2].map((num) => ({ num, name: `Channel ${num}` })) },
    });
    expect(values.channels).toEqual([
      { num: 1, name: 'Channel 1' },
      { num: 2, name: 'GFP' },
      { num: 3, name: 'blue' },
    ]);
  });

  it('leaves values unchecked and the import invalid if a list is unavailable', () => {
    const { values, isValid, notAccepted } = importText(withLines({ ScannerID: 'odd one', attributes: 'odd=yes' }), {
      lists: {
        tissueTypes: undefined,
        devices: { ok: false, failure: 'missing' },
        attributes: { ok: false, failure: 'malformed' },
      },
    });
    expect(values).toEqual({ ...FULL, tissueType: 'brain', device: 'ODD ONE', attributes: { odd: 'yes' } });
    expect(isValid).toBe(false);
    expect(notAccepted).toEqual(['tissueType', 'device', 'attribute odd'].map((name) => [name, 'unchecked']));
  });
});

it('withoutRows keeps the current values of fields, channels and attributes that are left out', () => {
  const current = { description: 'Before', channels: [{ num: 1, name: 'one' }], attributes: { sex: 'Male' } };
  const subjects = [
    { kind: 'field', field: 'description' },
    { kind: 'channel', num: 1 },
    { kind: 'channel', num: 2 },
    { kind: 'attribute', name: 'sex' },
    { kind: 'attribute', name: 'species' },
  ] as const;
  const excluded = subjects.map((subject) => ({
    subject,
    current: '',
    imported: '',
    names: [],
    status: { kind: 'accepted' as const },
  }));
  expect(withoutRows(FULL, excluded, current)).toEqual({
    ...without('description'),
    channels: [{ num: 1, name: 'one' }],
    attributes: { sex: 'Male' },
  });
});
