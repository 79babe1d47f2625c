import { screen } from '@testing-library/react';
import { attributeLabel } from '../../../src/features/metadata/fieldLabels';
import { MetadataView } from '../../../src/features/metadata/MetadataView';
import { aDataset } from '../../support/builders';
import { renderRoute } from '../../support/renderRoute';

it('MetadataView shows units, channel numbers and the names of modalities, and lists missing fields', async () => {
  const dataset = aDataset({
    description: ' ',
    pixelSize: 0.1 + 0.2,
    physicalSections: 1200,
    channels: [{ num: 12, name: 'DAPI' }],
    attributes: { primary_modality: 'stpt', partner_modality: 'constructor', lot_number: '7', empty: '' },
  });
  renderRoute(<MetadataView dataset={dataset} />, {
    at: '/acme/brains/TC042',
    server: { 'GET /config': { json: { primary_modalities: { stpt: 'Two-Photon' }, partner_modalities: {} } } },
  });
  await screen.findByText('Two-Photon');
  expect(screen.getAllByRole('term').map((term) => term.parentElement?.textContent)).toEqual([
    'Pixel size 0.3 µm',
    'Physical spacing 50 µm',
    'Tissue type brain',
    'Device TC1000',
    'Physical sections 1,200',
    'Bit depth 16 bit',
    'Channels ch12 DAPI',
    'Primary modality Two-Photon',
    'Partner modality constructor',
    'Lot number 7',
  ]);
  expect(screen.getByText('Missing: description')).toBeVisible();
});

it('attributeLabel turns names into labels', () => {
  expect(['primary_modality', 'RRID', ''].map(attributeLabel)).toEqual(['Primary modality', 'RRID', '']);
});
