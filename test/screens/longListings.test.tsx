import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { api } from '../../src/api/api';
import { DatasetScreen } from '../../src/screens/DatasetScreen';
import { aDataset, aProject } from '../support/builders';
import type { FakeAnswer } from '../support/fakeServer';
import { renderRoute } from '../support/renderRoute';

const ROOT = 'acme/brains/TC042';
const NAMES = ['TC042_S000001_L01_ch01.tif', 'TC042_S000002_L01_ch01.tif', 'TC042_S000010_L01_ch01.tif'] as const;
const broken: FakeAnswer = { status: 400, json: { msg: 'No' } };

function page(names: readonly string[], cursor?: string): FakeAnswer {
  const files = names.map((name) => ({ key: `${ROOT}/${name}`, size: 1024 }));
  return { json: { files, ...(cursor !== undefined && { cursor }) } };
}

/** Opens a dataset whose pages arrive under the test's control. */
function openDataset(query = '') {
  const waiting: ((answer: FakeAnswer) => void)[] = [];
  const routed = renderRoute(<DatasetScreen />, {
    at: `/acme/brains/TC042${query}`,
    server: {
      'GET /project': { json: { projects: [aProject()] } },
      'GET /dataset/project-1': { json: { datasets: [aDataset()] } },
      'GET /manage/files': () => new Promise<FakeAnswer>((resolve) => waiting.push(resolve)),
    },
  });
  const answer = async (given: FakeAnswer) => {
    await waitFor(() => expect(waiting).toHaveLength(1));
    await act(() => Promise.resolve(waiting.shift()?.(given)));
  };
  return { ...routed, answer };
}

const grid = () => screen.findByRole('grid', { name: 'Files of TC042' });

async function shown(): Promise<readonly string[]> {
  const boxes = within(await grid()).getAllByRole('checkbox');
  return boxes.map((box) => box.getAttribute('aria-label') ?? '').filter((name) => name !== 'Select all');
}

function box(name: string): HTMLElement {
  return screen.getByRole('checkbox', { name });
}

describe('a file list that loads page by page', () => {
  it('shows each page as it arrives, in the order of the server, with its progress', async () => {
    const { answer } = openDataset('?sort=-section');
    await answer(page([NAMES[0], NAMES[2]], 'c1'));
    expect(await screen.findByText(/^2 files loaded…/)).toBeVisible();
    expect(await shown()).toEqual([NAMES[0], NAMES[2]]);
    expect(screen.getByText('2 of 2 files, 2.00 KB so far')).toBeVisible();
    await answer(page([NAMES[1]]));
    await waitFor(async () => expect(await shown()).toEqual([NAMES[2], NAMES[1], NAMES[0]]));
    expect(screen.queryByText(/loaded…/)).toBeNull();
    expect(screen.getByText('3 of 3 files, 3.00 KB')).toBeVisible();
  });

  it('disables what requires all files until then: select all, the total, and completeness', async () => {
    const { answer } = openDataset();
    await answer(page([NAMES[0]], 'c1'));
    await grid();
    expect(box('Select all')).toBeDisabled();
    expect(screen.queryByRole('list', { name: 'Completeness' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Copy' })).toBeNull();
    expect(document.body).not.toHaveTextContent('· TC1000 · 1.00 KB');
    await answer(page([NAMES[1]]));
    await waitFor(() => expect(box('Select all')).toBeEnabled());
    await waitFor(() => expect(document.body).toHaveTextContent('· TC1000 · 2.00 KB'));
    expect(await screen.findByRole('button', { name: 'Copy' })).toBeVisible();
  });

  it('searches the loaded files and shows that more are loading', async () => {
    const { answer } = openDataset();
    await answer(page([NAMES[0]], 'c1'));
    await grid();
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search' }), 's00000');
    expect(screen.getByText(/Search and filters cover these files/)).toBeVisible();
    expect(screen.getByText('1 of 1 file, 1.00 KB so far')).toBeVisible();
    await answer(page([NAMES[1], NAMES[2]]));
    await waitFor(async () => expect(await shown()).toEqual([NAMES[0], NAMES[1]]));
  });

  it('calls no image missing before all files are loaded', async () => {
    const { answer } = openDataset('?sections=2&ch=1');
    await answer(page([NAMES[0]], 'c1'));
    expect(await screen.findByText('No files match the filters so far')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Upload missing images' })).toBeNull();
    await answer(page([NAMES[2]]));
    expect(await screen.findByText('Section 2, ch01: missing')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Upload missing images' })).toBeVisible();
  });

  it('shows an empty first page as the beginning of a list', async () => {
    const { answer } = openDataset();
    await answer(page([], 'c1'));
    expect(await screen.findByText('No files so far')).toBeVisible();
    await answer(page([]));
    expect(await screen.findByText('Add the first files')).toBeVisible();
  });

  it('does not download a folder together with files before all its files are known', async () => {
    const { answer } = openDataset();
    await answer(page([NAMES[0], 'raw/a.txt'], 'c1'));
    await grid();
    const download = screen.getByRole('button', { name: 'Download' });
    await userEvent.click(box('raw'));
    expect(download).toBeEnabled();
    await userEvent.click(box(NAMES[0]));
    expect(download).toBeDisabled();
    await answer(page(['raw/b.txt']));
    await waitFor(() => expect(download).toBeEnabled());
    expect(screen.getByText(/^3 files selected \(3.00 KB\)$/)).toBeVisible();
  });

  it('keeps the loaded pages when a page fails, reports the error and resumes from there', async () => {
    const { answer, server } = openDataset();
    await answer(page([NAMES[0]], 'c1'));
    await answer(broken);
    const notice = await screen.findByRole('group', {
      name: 'The remaining files could not be loaded (1 file loaded)',
    });
    expect(notice).toHaveTextContent('The list below is incomplete.');
    expect(screen.getByText('Completeness and preview need the whole list of files.')).toBeVisible();
    expect(await shown()).toEqual([NAMES[0]]);
    await userEvent.click(within(notice).getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText(/^1 file loaded…/)).toBeVisible();
    await answer(page([NAMES[1]]));
    await waitFor(async () => expect(await shown()).toEqual([NAMES[0], NAMES[1]]));
    expect(server.calls.map(({ query }) => query.get('cursor')).filter(Boolean)).toEqual(['c1', 'c1']);
  });

  it('stays visible while an upload refetches it, until the new list is complete', async () => {
    const { answer, store } = openDataset();
    await answer(page([NAMES[0]], 'c1'));
    await answer(page([NAMES[1]]));
    await waitFor(async () => expect(await shown()).toHaveLength(2));
    act(() => void store.dispatch(api.util.invalidateTags(['Files'])));
    await answer(page([NAMES[0]], 'c1'));
    expect(await shown()).toEqual([NAMES[0], NAMES[1]]);
    expect(screen.queryByText(/loaded…/)).toBeNull();
    await answer(page([NAMES[1], NAMES[2]]));
    await waitFor(async () => expect(await shown()).toEqual([...NAMES]));
  });
});

describe('a range selection', () => {
  async function openWhole() {
    const { answer } = openDataset();
    await answer(page(Array.from({ length: 9 }, (_, index) => `f${index + 1}.txt`)));
    await grid();
  }
  const chosen = async () => (await shown()).filter((name) => (box(name) as HTMLInputElement).checked);

  it('grows and shrinks with Shift and the arrow keys', async () => {
    await openWhole();
    act(() => box('f3.txt').focus());
    await userEvent.keyboard(' {Shift>}{ArrowDown}{ArrowDown}{/Shift}');
    expect(await chosen()).toEqual(['f3.txt', 'f4.txt', 'f5.txt']);
    expect(box('f5.txt')).toHaveFocus();
    await userEvent.keyboard('{Shift>}{ArrowUp}{ArrowUp}{ArrowUp}{/Shift}');
    expect(await chosen()).toEqual(['f2.txt', 'f3.txt']);
    await userEvent.keyboard('{Shift>}{End}{/Shift}');
    expect(await chosen()).toEqual(['f3.txt', 'f4.txt', 'f5.txt', 'f6.txt', 'f7.txt', 'f8.txt', 'f9.txt']);
  });

  it('starts where the keyboard moved without Shift', async () => {
    await openWhole();
    act(() => box('f1.txt').focus());
    await userEvent.keyboard(' {ArrowDown}{ArrowDown}{Shift>}{ArrowDown}{/Shift}');
    expect(await chosen()).toEqual(['f1.txt', 'f3.txt', 'f4.txt']);
  });
});
