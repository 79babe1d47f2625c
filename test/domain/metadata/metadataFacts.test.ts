import { attributeLabel, metadataFacts } from '../../../src/domain/metadata/metadataFacts';
import { aDataset } from '../../support/builders';

const names = { primary_modality: { stpt: 'Two-Photon' }, secondary_modality: {}, partner_modality: {} };

describe('what is known of a dataset', () => {
  it('is told in words with units, channels by number and name', () => {
    const { known, unknown } = metadataFacts(
      aDataset({
        description: ' ',
        pixelSize: 0.1 + 0.2,
        physicalSections: 1200,
        channels: [{ num: 12, name: 'DAPI' }],
        attributes: { primary_modality: 'stpt', partner_modality: 'mri', lot_number: '7', empty: '' },
      }),
      names,
    );
    expect(known.map(({ label, values }) => [label, ...values].join(' '))).toEqual([
      'Pixel size 0.3 µm',
      'Physical spacing 50 µm',
      'Tissue type brain',
      'Device TC1000',
      'Physical sections 1,200',
      'Bit depth 16 bit',
      'Channels ch12 DAPI',
      'Primary modality Two-Photon',
      'Partner modality mri',
      'Lot number 7',
    ]);
    expect(unknown).toEqual(['description']);
  });

  it('takes no name out of what every object has', () => {
    const { known } = metadataFacts(aDataset({ attributes: { primary_modality: 'constructor' } }), names);
    expect(known.at(-1)).toEqual({ label: 'Primary modality', values: ['constructor'] });
  });

  it('calls attributes by words', () => {
    expect(['primary_modality', 'RRID', ''].map(attributeLabel)).toEqual(['Primary modality', 'RRID', '']);
  });
});
