import { MantineProvider } from '@mantine/core';
import { cleanup, render } from '@testing-library/react';
import { assessCompleteness } from '@data-manager/domain/completeness/completeness';
import type { SectionImage } from '@data-manager/domain/completeness/sectionImage';
import { MapLegend } from '../../src/widgets/FindingList';

/** Returns the texts of the legend for images of four sections. */
function legendOf(arrivals: readonly (SectionImage['arrival'] | 'stored')[]): readonly (string | null)[] {
  const images = arrivals.map((arrival, index) => ({
    section: index + 1,
    layer: 1,
    channel: 1,
    ...(arrival !== 'stored' && arrival !== undefined && { arrival }),
  }));
  const completeness = assessCompleteness(images, { sections: 4, channels: [1] });
  if (completeness === undefined) throw new Error('Nothing is expected.');
  const { container } = render(<MapLegend completeness={completeness} />, { wrapper: MantineProvider });
  const texts = [...container.querySelectorAll('[aria-hidden] > span')]
    .map((entry) => entry.textContent)
    .filter((text) => text !== '');
  cleanup();
  return texts;
}

describe('the legend of the map of an upload', () => {
  it('moves nothing when a file turns out to be identical to that on the server', () => {
    const before = ['on the server', 'to upload', 'missing', 'will be replaced'];
    expect(legendOf(['replacing', 'replacing', 'new'])).toEqual(before);
    expect(legendOf(['stored', 'replacing', 'new'])).toEqual(before);
    expect(legendOf(['stored', 'stored', 'new'])).toEqual(before.slice(0, -1));
  });

  it('lists only the colours that occur in the map', () => {
    expect(legendOf(['new', 'new', 'new', 'new'])).toEqual(['to upload']);
  });
});
