import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Feature } from '../../src/api/configuration';
import { DatasetScreen } from '../../src/screens/DatasetScreen';
import { aDataset, aProject } from '../support/builders';
import { renderRoute } from '../support/renderRoute';

const KEYS = [
  'TC042_S000001_L01_ch01.tif',
  'TC042_S000001_L01_ch02.tif',
  'TC042_S000002_L01_ch01.tif',
  'TC042_S000010_L01_ch01.tif',
  'notes.txt',
  'raw/TC042_S000003_L01_ch02.tif',
];
const server = {
  'GET /project': { json: { projects: [aProject()] } },
  'GET /dataset/project-1': { json: { datasets: [aDataset()] } },
  'GET /manage/files': { json: { files: KEYS.map((key) => ({ key: `acme/brains/TC042/${key}`, size: 1024 })) } },
};

async function openList(query = '', files = server['GET /manage/files'].json.files, features: readonly Feature[] = []) {
  const answers = { ...server, 'GET /manage/files': { json: { files } } };
  const page = renderRoute(<DatasetScreen />, { at: `/acme/brains/TC042${query}`, server: answers, features });
  const grid = await screen.findByRole('grid', { name: /^Files of / });
  await waitFor(() => {
    expect(shown(grid).length > 0 || screen.queryByText('No files match the filters') !== null).toBe(true);
  });
  return { ...page, grid, search: () => page.router.state.location.search };
}

function shown(grid: HTMLElement): readonly string[] {
  const names = within(grid)
    .getAllByRole('checkbox')
    .map((box) => box.getAttribute('aria-label') ?? '');
  return names.filter((name) => name !== 'Select all');
}

function box(grid: HTMLElement, name: string): HTMLElement {
  return within(grid).getByRole('checkbox', { name });
}

it('the file list shows and sorts by the files’ own dates, and says which dates are those of uploads', async () => {
  const at = (name: string, modified?: string) => {
    const entry = { key: `acme/brains/TC042/${name}`, size: 1, lastModified: '2030-11-30T12:00:00Z' };
    return modified === undefined ? entry : { ...entry, modified };
  };
  const files = [
    at('rescan.tif', '2030-11-29T12:00:00Z'),
    at('undated.tif'),
    at('original.tif', '2030-11-26T12:00:00Z'),
  ];
  const { grid } = await openList('?sort=-modified', files);
  expect(shown(grid)).toEqual(['rescan.tif', 'original.tif', 'undated.tif']);
  const dates = within(grid)
    .getAllByRole('row')
    .map(
      (row) =>
        within(row)
          .queryByText(/^11\/\d+\/2030/)
          ?.closest('[role=gridcell]')?.textContent,
    );
  expect(dates.filter(Boolean)).toEqual([
    '11/29/2030, 12:00 PM',
    '11/26/2030, 12:00 PM',
    '11/30/2030, 12:00 PMuploaded',
  ]);
});

describe('the file list and its URL', () => {
  it('applies the search, filters and sort order of a shared URL', async () => {
    const { grid } = await openList('?q=TC042&sections=1-9&ch=1&sort=-section');
    expect(shown(grid)).toEqual(['TC042_S000002_L01_ch01.tif', 'TC042_S000001_L01_ch01.tif']);
    expect(screen.getByRole('searchbox', { name: 'Search' })).toHaveValue('TC042');
    expect(screen.getByRole('textbox', { name: 'Sections' })).toHaveValue('1-9');
    expect(screen.getByRole('button', { name: 'ch01' })).toHaveAttribute('aria-pressed', 'true');
    expect(within(grid).getByRole('columnheader', { name: 'Section' })).toHaveAttribute('aria-sort', 'descending');
    expect(screen.getByText('2 of 6 files, 2.00 KB')).toBeVisible();
  });

  it('opens a folder in another spelling, and corrects the URL', async () => {
    const { grid, search } = await openList('?folder=RAW&sort=-size');
    expect(shown(grid)).toEqual(['TC042_S000003_L01_ch02.tif']);
    await waitFor(() => expect(search()).toBe('?folder=raw&sort=-size'));
    expect(screen.getByRole('grid', { name: 'Files of raw' })).toBeVisible();
  });

  it('shows everything if the URL is invalid', async () => {
    const { grid } = await openList('?sections=9-1&ch=x&sort=colour&layer=999&what=ever');
    expect(shown(grid)).toEqual(['raw', ...KEYS.slice(4, 5), ...KEYS.slice(0, 4)]);
  });

  it('counts the files in folders, as the text beside Download does', async () => {
    await openList();
    expect(await screen.findByText('6 of 6 files, 1 of them in 1 folder, 6.00 KB')).toBeVisible();
    expect(document.body).toHaveTextContent('TC042: 6 files, 6.00 KB');
  });

  it('adds a history entry for each change and undoes them one by one', async () => {
    const { grid, router, search } = await openList();
    await userEvent.click(screen.getByRole('button', { name: 'Filters' }));
    await userEvent.click(screen.getByRole('button', { name: 'ch02' }));
    expect(search()).toBe('?ch=2');
    await userEvent.click(within(grid).getByRole('button', { name: 'Size' }));
    expect(search()).toBe('?sort=size&ch=2');
    await userEvent.type(screen.getByRole('textbox', { name: 'Sections' }), '2-');
    await waitFor(() => expect(shown(grid)).toEqual(['TC042_S000003_L01_ch02.tif']));
    expect(search()).toBe('?sort=size&sections=2-&ch=2');
    await act(() => router.navigate(-1));
    expect(search()).toBe('?sort=size&ch=2');
    expect(screen.getByRole('textbox', { name: 'Sections' })).toHaveValue('');
    await act(() => router.navigate(-2));
    expect(search()).toBe('');
    expect(shown(grid)).toContain('notes.txt');
  });

  it('adds a single history entry for a typed search', async () => {
    const { grid, router, search } = await openList();
    const field = screen.getByRole('searchbox', { name: 'Search' });
    await userEvent.type(field, 'note');
    expect(shown(grid)).toEqual(['notes.txt']);
    await waitFor(() => expect(search()).toBe('?q=note'));
    await userEvent.type(field, 's.txt');
    await waitFor(() => expect(search()).toBe('?q=notes.txt'));
    await act(() => router.navigate(-1));
    expect(search()).toBe('');
    expect(field).toHaveValue('');
    expect(shown(grid)).toHaveLength(6);
  });

  it('marks an invalid span of sections and keeps the current filter', async () => {
    const { grid, search } = await openList('?sections=1');
    const field = screen.getByRole('textbox', { name: 'Sections' });
    // In one step, since `9-` is a valid span that would reach the URL.
    fireEvent.change(field, { target: { value: '9-1' } });
    expect(field).toBeInvalid();
    expect(search()).toBe('?sections=1');
    expect(shown(grid)).toHaveLength(2);
  });

  it.each(['?q=ch02', '?ch=2'])(
    'finds the same files by search and by filter, and downloads them: %s',
    async (query) => {
      const { grid, actions } = await openList(query);
      const found = ['TC042_S000003_L01_ch02.tif', 'TC042_S000001_L01_ch02.tif'];
      expect(shown(grid)).toEqual(found);
      expect(within(grid).getByText('raw/')).toBeVisible();
      expect(screen.getByText('2 of 6 files, 2.00 KB')).toBeVisible();
      expect(screen.getByText('2 files shown (2.00 KB)')).toBeVisible();
      await userEvent.click(screen.getByRole('button', { name: 'Download' }));
      const path = ['acme/brains/TC042/raw/TC042_S000003_L01_ch02.tif', 'acme/brains/TC042/TC042_S000001_L01_ch02.tif'];
      expect(actions).toContainEqual({
        type: 'downloads/downloadRequested',
        payload: { path, title: '2 files', downsampled: false },
      });
    },
  );

  it('finds the files of a folder by its name, in the order of the chosen column', async () => {
    const { grid } = await openList('?q=raw', [
      ...server['GET /manage/files'].json.files,
      { key: 'acme/brains/TC042/raw/a.txt', size: 1 },
    ]);
    expect(shown(grid)).toEqual(['a.txt', 'TC042_S000003_L01_ch02.tif']);
    await userEvent.click(within(grid).getByRole('button', { name: 'Size' }));
    await userEvent.click(within(grid).getByRole('button', { name: 'Size' }));
    expect(shown(grid)).toEqual(['TC042_S000003_L01_ch02.tif', 'a.txt']);
  });

  it('searches the open folder only', async () => {
    const { grid } = await openList('?folder=raw&q=TC042');
    expect(shown(grid)).toEqual(['TC042_S000003_L01_ch02.tif']);
    expect(screen.getByText('1 of 1 file, 1.00 KB')).toBeVisible();
  });

  it('shows invalid names', async () => {
    const { grid, search } = await openList();
    await userEvent.click(screen.getByRole('button', { name: 'Filters' }));
    await userEvent.click(screen.getByRole('button', { name: '1 invalid name' }));
    expect(search()).toBe('?misnamed=1');
    expect(shown(grid)).toEqual(['notes.txt']);
    await userEvent.click(screen.getByRole('button', { name: 'ch01' }));
    expect(search()).toBe('?ch=1');
  });

  it('marks damaged images with the reason, and shows only them on request', async () => {
    const name = 'TC042_S000004_L01_ch01.tif';
    const listed = [...server['GET /manage/files'].json.files, { key: `acme/brains/TC042/${name}`, size: 0 }];
    const { grid, search } = await openList('', listed);
    expect(within(grid).getByText('empty')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Filters' }));
    await userEvent.click(screen.getByRole('button', { name: '1 damaged' }));
    expect(search()).toBe('?unreadable=1');
    expect(shown(grid)).toEqual([name]);
  });

  it('reports that nothing matches and offers to show everything again', async () => {
    const { grid, search } = await openList('?sections=500&q=x');
    expect(screen.getByText('No files match the filters')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Show all files' }));
    expect(search()).toBe('');
    expect(shown(grid)).toHaveLength(6);
  });
});

describe('the selection in a filtered list', () => {
  it('contains all matches and includes hidden items in its count', async () => {
    const { grid } = await openList('?ch=2');
    await userEvent.click(box(grid, 'Select all'));
    expect(screen.getByText('2 files selected, 2.00 KB')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(screen.getByText('2 files selected, 2.00 KB (1 not shown)')).toBeVisible();
  });

  it('extends from the last selected row to the one clicked with Shift', async () => {
    const { grid } = await openList();
    const user = userEvent.setup();
    await user.click(box(grid, KEYS[0]!));
    await user.keyboard('{Shift>}');
    await user.click(box(grid, KEYS[3]!));
    await user.keyboard('{/Shift}');
    expect(screen.getByText('4 files selected, 4.00 KB')).toBeVisible();
  });

  it('downloads a file once if it is selected both directly and through its folder', async () => {
    const { grid, actions } = await openList('?ch=2');
    await userEvent.click(box(grid, 'TC042_S000003_L01_ch02.tif'));
    await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
    await userEvent.click(box(grid, 'raw'));
    await userEvent.click(screen.getByRole('button', { name: 'Download' }));
    const path = ['acme/brains/TC042/raw/TC042_S000003_L01_ch02.tif'];
    expect(actions).toContainEqual({
      type: 'downloads/downloadRequested',
      payload: { path, title: '1 file', downsampled: false },
    });
  });
});

it('the menu of a file opens the receipts of the file if the server lists receipts', async () => {
  const user = userEvent.setup();
  const { grid, router } = await openList('?q=ch01', undefined, ['receipts.list']);
  await user.click(within(grid).getByRole('button', { name: 'Actions for TC042_S000002_L01_ch01.tif' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Proof' }));
  const query = new URLSearchParams(router.state.location.search);
  expect([...query]).toEqual([
    ['q', 'ch01'],
    ['activity', 'proof'],
    ['find', 'acme/brains/TC042/TC042_S000002_L01_ch01.tif'],
  ]);
});
