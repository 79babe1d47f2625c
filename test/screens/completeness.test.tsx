import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Feature } from '../../src/api/configuration';
import { DatasetScreen } from '../../src/screens/DatasetScreen';
import { aDataset, aProject } from '../support/builders';
import type { FakeHandler } from '../support/fakeServer';
import { renderRoute } from '../support/renderRoute';

const SECTIONS = 10;
const PLACES = Array.from(
  { length: SECTIONS * 2 },
  (_, index) => [1 + Math.floor(index / 2), 1 + (index % 2)] as const,
);
const COMPLETE = PLACES.map(([section, channel]) => nameOf(section, channel));

function nameOf(section: number, channel: number): string {
  return `TC042_S${String(section).padStart(6, '0')}_L01_ch0${channel}.tif`;
}

async function openDataset(
  names: readonly string[],
  at = '/acme/brains/TC042',
  pictures: Readonly<Record<string, FakeHandler>> = {},
  features: readonly Feature[] = [],
) {
  const files = names.map((name) => ({ key: `acme/brains/TC042/${name}`, size: 1024 }));
  const page = renderRoute(<DatasetScreen />, {
    at,
    features,
    server: {
      'GET /project': { json: { projects: [aProject()] } },
      'GET /dataset/project-1': { json: { datasets: [aDataset({ physicalSections: SECTIONS })] } },
      'GET /manage/files': { json: { files } },
      ...pictures,
    },
  });
  const list = await screen.findByRole('list', { name: 'Completeness' });
  return { ...page, list, search: () => page.router.state.location.search };
}

function shown(): readonly (string | null)[] {
  const grid = screen.getByRole('grid', { name: 'Files of TC042' });
  const boxes = within(grid).getAllByRole('checkbox');
  return boxes.map((box) => box.getAttribute('aria-label')).filter((name) => name !== 'Select all');
}

/** Returns the bars of a map of ten sections and two channels, each section 100 px wide, each channel 14 px high. */
function drawnAs1000px(map: HTMLElement): SVGSVGElement {
  const bars = map.querySelector('svg')!;
  const box = { x: 0, y: 0, left: 0, top: 0, right: 1000, bottom: 28, width: 1000, height: 28, toJSON: () => '' };
  jest.spyOn(bars, 'getBoundingClientRect').mockReturnValue(box);
  return bars;
}

describe('the completeness of a dataset', () => {
  it('the findings list missing images with links to the files next to them', async () => {
    const { list, search } = await openDataset(
      COMPLETE.filter((name) => name !== nameOf(3, 2)),
      '/acme/brains/TC042?q=notes&folder=raw',
    );
    expect(list).toHaveTextContent(/^1 of 20 images is missing: S000003 ch02$/);
    await userEvent.click(within(list).getByRole('link', { name: 'S000003 ch02' }));
    expect(search()).toBe('?sections=3&ch=2&section=3');
    await userEvent.click(await screen.findByRole('button', { name: 'Show all files of this section' }));
    expect(search()).toBe('?section=3&sections=3');
    expect(shown()).toEqual([nameOf(3, 1)]);
  });

  it('the findings report duplicates, sections beyond the total, and unknown channels', async () => {
    const { list } = await openDataset([...COMPLETE, `again/${nameOf(4, 1)}`, nameOf(11, 1), nameOf(1, 7)]);
    const lines = within(list).getAllByRole('listitem');
    expect(lines.map((line) => line.textContent)).toEqual([
      'Complete (20 images)',
      '1 image scanned twice: S000004 ch01 · Shown: the first by name, because the latest scan is not known Choose scans',
      '1 section outside 1–10: S000011 · Set total sections',
      '1 channel not in the metadata: ch07',
    ]);
    await userEvent.click(within(list).getByRole('link', { name: 'S000004 ch01' }));
    await waitFor(() => expect(shown()).toEqual([nameOf(4, 1), nameOf(4, 1)]));
  });

  it('a finding leads from a total that is not set to its field in the metadata', async () => {
    const withoutTotal = { ...aDataset(), physicalSections: undefined };
    const { list } = await openDataset(COMPLETE.slice(1), undefined, {
      'GET /dataset/project-1': () => ({ json: { datasets: [withoutTotal] } }),
    });
    expect(screen.getByRole('status', { name: 'Dataset state' })).toHaveTextContent(
      '9 of sections 1–10 complete · 1 image missing · total sections not set',
    );
    expect(
      within(list)
        .getAllByRole('listitem')
        .map((line) => line.textContent),
    ).toEqual([
      '1 of 20 images in sections 1–10 is missing: S000001 ch01',
      'Total sections not set; 10 is the highest found · Set total sections',
    ]);
    await userEvent.click(within(list).getByRole('button', { name: 'Set total sections' }));
    await waitFor(() => expect(screen.getByLabelText('Physical sections')).toHaveFocus());
  });

  it('tells damaged, black, saturated and flat images by the list alone if the server looks at them', async () => {
    Object.assign(URL, { createObjectURL: () => 'blob:1', revokeObjectURL: () => undefined });
    const headers = { 'content-type': 'image/png', 'x-image-flat': 'true', 'x-image-pages': '1' };
    const contents = ['damaged', 'black', 'saturated', 'flat'];
    let known = PLACES.length - 1;
    let answered = 0;
    const files = () =>
      COMPLETE.map((name, index) => ({
        key: `acme/brains/TC042/${name}`,
        size: 1024,
        ...(index < known && { content: contents[index] ?? 'complete' }),
      }));
    jest.useFakeTimers();
    const { list } = await openDataset(
      COMPLETE,
      undefined,
      {
        'GET /manage/files': () => {
          answered += 1;
          return { json: { files: files() } };
        },
        'GET /get-thumbnail-image/*': () => ({ text: 'png', headers }),
      },
      ['files.contents'],
    );
    expect(await screen.findByText('Saturated: all at max')).toBeVisible();
    expect(screen.getByText('Black: all pixels 0')).toBeVisible();
    const findings = () => within(list).getAllByRole('listitem');
    const state = screen.getByRole('status', { name: 'Dataset state' });
    const found = ['1 damaged image: S000001 ch01', '1 flat image: S000002 ch02', '1 black image: S000001 ch02'];
    const expected = [...found, '1 saturated image: S000002 ch01'];
    expect(findings().map(({ textContent }) => textContent)).toEqual(expected);
    const sentence = '9 of 10 sections complete · 1 image damaged · 1 flat · 1 black · 1 saturated';
    expect(state).toHaveTextContent(`${sentence} · not all images have been looked at`);
    // The thumbnail of an image that the server has not looked at says nothing.
    expect(state).not.toHaveTextContent('2 flat');
    known = PLACES.length;
    await act(() => jest.advanceTimersByTimeAsync(60_000));
    await waitFor(() => expect(state.textContent).toBe(sentence));
    expect(answered).toBe(2);
    await act(() => jest.advanceTimersByTimeAsync(600_000));
    expect(answered).toBe(2);
  });

  it('the map moves from gap to gap by keyboard, and Enter filters the list', async () => {
    const { search } = await openDataset(COMPLETE.filter((name) => name !== nameOf(8, 2)));
    act(() => screen.getByRole('slider', { name: 'Completeness map' }).focus());
    expect(await screen.findByText('S000001 ch01: present')).toBeVisible();
    await userEvent.keyboard('{ArrowRight}{ArrowDown}');
    expect(screen.getByText('S000002 ch02: present')).toBeVisible();
    await userEvent.keyboard('{PageDown}');
    expect(screen.getByText('S000008 ch02: missing')).toBeVisible();
    await userEvent.keyboard('{ArrowLeft}{Enter}');
    expect(search()).toBe('?sections=7&ch=2&section=7');
    expect(shown()).toEqual([nameOf(7, 2)]);
  });

  it('the map keeps the keyboard position while the pointer hovers over it', async () => {
    await openDataset(COMPLETE);
    const map = screen.getByRole('slider', { name: 'Completeness map' });
    act(() => map.focus());
    await userEvent.keyboard('{ArrowRight}{ArrowRight}');
    const bars = drawnAs1000px(map);
    fireEvent.mouseMove(bars, { clientX: 750, clientY: 20 });
    expect(screen.getByText('S000008 ch02: present')).toBeVisible();
    expect(map).toHaveAttribute('aria-valuetext', 'S000003 ch01: present');
    fireEvent.mouseLeave(bars);
    expect(screen.getByText('S000003 ch01: present')).toBeVisible();
    await userEvent.keyboard('{ArrowRight}');
    expect(screen.getByText('S000004 ch01: present')).toBeVisible();
  });

  it('the map continues by keyboard from where it was clicked', async () => {
    await openDataset(COMPLETE);
    const map = screen.getByRole('slider', { name: 'Completeness map' });
    act(() => map.focus());
    const bars = drawnAs1000px(map);
    fireEvent.mouseMove(bars, { clientX: 750, clientY: 20 });
    fireEvent.click(bars, { clientX: 750, clientY: 20 });
    await userEvent.keyboard('{ArrowRight}');
    expect(screen.getByText('S000009 ch02: present')).toBeVisible();
  });

  it('the map describes the place under the pointer, and a click filters the list', async () => {
    const { search } = await openDataset(COMPLETE.filter((name) => name !== nameOf(8, 2)));
    const bars = drawnAs1000px(screen.getByRole('slider', { name: 'Completeness map' }));
    fireEvent.mouseMove(bars, { clientX: 750, clientY: 20 });
    expect(screen.getByText('S000008 ch02: missing')).toBeVisible();
    fireEvent.click(bars, { clientX: 150, clientY: 5 });
    await waitFor(() => expect(search()).toBe('?sections=2&ch=1&section=2'));
  });

  it('the findings can be copied as text with all places', async () => {
    const even = COMPLETE.filter((_, index) => index % 4 !== 3);
    const page = await openDataset(even);
    await userEvent.click(screen.getByRole('button', { name: 'Copy' }));
    await waitFor(() =>
      expect(page.ports.recorded.copies).toEqual([
        '5 of 20 images are missing: S000002 ch02, S000004 ch02, S000006 ch02, S000008 ch02, S000010 ch02',
      ]),
    );
  });
});

it('the filmstrip shows the sections with what the map says of them, and selects one by click and by arrow keys', async () => {
  const { search } = await openDataset(COMPLETE.filter((name) => !name.includes('S000004') && name !== nameOf(3, 2)));
  await userEvent.click(screen.getByRole('button', { name: 'Filmstrip' }));
  const strip = await screen.findByRole('listbox', { name: 'Filmstrip' });
  expect(within(strip).getAllByRole('option')).toHaveLength(SECTIONS);
  expect(within(strip).getByRole('option', { name: /^Section 4 ?missing$/ })).toBeVisible();
  await userEvent.click(within(strip).getByRole('option', { name: /^Section 3 ?1 missing$/ }));
  expect(search()).toContain('section=3');
  await waitFor(() =>
    expect(within(strip).getByRole('option', { name: /^Section 3 ?1 missing$/ })).toHaveAttribute(
      'aria-selected',
      'true',
    ),
  );
  act(() => strip.focus());
  await userEvent.keyboard('{Home}');
  await waitFor(() => expect(search()).toContain('section=1'));
  expect(strip).toHaveAttribute('aria-activedescendant', within(strip).getByRole('option', { name: 'Section 1' }).id);
  await userEvent.click(screen.getByRole('button', { name: 'Table' }));
  expect(screen.getByRole('grid', { name: 'Files of TC042' })).toBeVisible();
});
