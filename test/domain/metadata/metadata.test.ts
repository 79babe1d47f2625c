import { emptyMetadata } from '../../../src/domain/metadata/dataset';
import { datasetSummary } from '../../../src/domain/metadata/metadata';

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
    expect([...names, ...facts].join(' · ').replaceAll('\u00a0', ' ')).toBe(
      'Mouse brain, Thy1-GFP · TC1000 · 280 sections · 1 channel · 1.50 KB · 1.37 µm pixels · 50 µm between sections',
    );
  });

  it('breaks no line between a number and what it counts', () => {
    const metadata = { ...emptyMetadata('acme'), pixelSize: 1.37, physicalSpacing: 50 };
    expect(datasetSummary(metadata, 1536).facts).toEqual([
      '1.50\u00a0KB',
      '1.37\u00a0µm\u00a0pixels',
      '50\u00a0µm\u00a0between\u00a0sections',
    ]);
  });

  it('names the tissue where there is no description, and writes lengths as people do', () => {
    const metadata = { ...emptyMetadata('acme'), description: ' ', tissueType: 'Brain', pixelSize: 0.1 + 0.2 };
    expect(datasetSummary(metadata, 0)).toEqual({
      names: ['Brain'],
      facts: ['no\u00a0files\u00a0yet', '0.3\u00a0µm\u00a0pixels'],
    });
  });

  it('leaves out what is not known', () => {
    expect(datasetSummary(emptyMetadata('acme'), undefined)).toEqual({ names: [], facts: [] });
  });
});
