import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { assessCompleteness } from '@data-manager/domain/completeness/completeness';
import type { Finding } from '@data-manager/domain/completeness/completenessFindings';
import type { SectionImage } from '@data-manager/domain/completeness/sectionImage';
import { NO_FILTERS } from '@data-manager/domain/listing/listQuery';
import { FindingList, MapLegend } from '../../src/widgets/FindingList';

const MISSING: Finding = { kind: 'missing', text: '3 of 6 images are missing', places: [] };
const LEFT_OUT: Finding = { kind: 'leftOut', text: '1 of the missing images is damaged and left out', places: [] };
const TWICE: Finding = { kind: 'duplicate', text: '1 image scanned twice', places: [] };

/** Returns the lines of a list whose damaged images may be found later than the rest. */
function linesOf(findings: readonly Finding[]): readonly (string | null)[] {
  const { container } = render(
    <FindingList label="Completeness" findings={findings} isSteady renderPlace={() => null} />,
    { wrapper: MantineProvider },
  );
  return [...container.querySelectorAll('li')].map(({ textContent }) => textContent);
}

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
    const before = ['on the server', 'to upload', 'missing', 'chosen, on the server already'];
    expect(legendOf(['replacing', 'replacing', 'new'])).toEqual(before);
    expect(legendOf(['stored', 'replacing', 'new'])).toEqual(before);
    expect(legendOf(['stored', 'stored', 'new'])).toEqual(before.slice(0, -1));
  });

  it('lists only the colours that occur in the map', () => {
    expect(legendOf(['new', 'new', 'new', 'new'])).toEqual(['to upload']);
  });
});

describe('the list of findings of an upload', () => {
  it('reserves its last line for damaged images, which move no other line', () => {
    expect(linesOf([MISSING, TWICE])).toEqual([MISSING.text, TWICE.text, '\u00a0']);
    expect(linesOf([MISSING, LEFT_OUT, TWICE])).toEqual([MISSING.text, TWICE.text, LEFT_OUT.text]);
    expect(screen.getByText(LEFT_OUT.text).closest('li')).toHaveStyle({ textOverflow: 'ellipsis' });
  });

  it('shows damaged images in place of the sentence that said that the dataset is complete', () => {
    const complete: Finding = { kind: 'complete', text: 'Complete (6 images)', places: [] };
    expect(linesOf([complete, TWICE])).toEqual([complete.text, TWICE.text]);
    expect(linesOf([LEFT_OUT, TWICE])).toEqual([LEFT_OUT.text, TWICE.text]);
  });
});

it('a list of findings names all places on request', async () => {
  const places = Array.from({ length: 15 }, (_, index) => ({ label: `S${index + 1}`, filters: NO_FILTERS }));
  render(<FindingList label="Completeness" findings={[{ ...MISSING, places }]} renderPlace={({ label }) => label} />, {
    wrapper: MantineProvider,
  });
  expect(screen.getByRole('list')).toHaveTextContent(/: S1, S2, .*, S12, and 3 more$/);
  await userEvent.click(screen.getByRole('button', { name: 'and 3 more' }));
  expect(screen.getByRole('list')).toHaveTextContent(/, S12, S13, S14, S15$/);
});

it('missing and deleted images have marks of their own in the legend', () => {
  const images = [1, 2].map((section) => ({ section, layer: 1, channel: 1, isDeleted: section === 1 }));
  const completeness = assessCompleteness(images, { sections: 3, channels: [1] });
  if (completeness === undefined) throw new Error('Nothing is expected.');
  const { container } = render(<MapLegend completeness={completeness} />, { wrapper: MantineProvider });
  const marks = [...container.querySelectorAll('[data-kind]')].map((mark) => mark.getAttribute('data-kind'));
  expect(marks).toEqual(['present', 'missing', 'deleted']);
});
