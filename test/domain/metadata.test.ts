import { emptyMetadata } from '../../src/domain/dataset';
import { datasetSummary } from '../../src/domain/metadata';

describe('a dataset in one line', () => {
  it('reads like a sentence, with units', () => {
    const metadata = {
      ...emptyMetadata('acme'),
      description: 'Mouse brain, Thy1-GFP',
      device: 'TC1000',
      physicalSections: 280,
      channels: [{ num: 1, name: 'Channel 1' }],
      pixelSize: 1.37,
      physicalSpacing: 50,
    };
    const { names, facts } = datasetSummary(metadata, 1536);
    expect([...names, ...facts].join(' · ')).toBe(
      'Mouse brain, Thy1-GFP · TC1000 · 280 sections · 1 channel · 1.50 KB · 1.37 µm pixels · 50 µm between sections',
    );
  });

  it('names the tissue where there is no description, and writes lengths as people do', () => {
    const metadata = { ...emptyMetadata('acme'), description: ' ', tissueType: 'Brain', pixelSize: 0.1 + 0.2 };
    expect(datasetSummary(metadata, 0)).toEqual({ names: ['Brain'], facts: ['no files yet', '0.3 µm pixels'] });
  });

  it('leaves out what is not known', () => {
    expect(datasetSummary(emptyMetadata('acme'), undefined)).toEqual({ names: [], facts: [] });
  });
});
