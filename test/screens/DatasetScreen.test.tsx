import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { api } from '../../src/api/api';
import { DatasetScreen } from '../../src/screens/DatasetScreen';
import { fetchQueued, fetchRequested } from '../../src/transfers/fetches/fetchesSlice';
import { filesQueued, queuePaused } from '../../src/transfers/uploads/uploadsSlice';
import { aDataset, anOwner, anUploadFile, aProject } from '../support/builders';
import { createFakePorts, createMemoryRecords } from '../support/fakePorts';
import { inSequence } from '../support/fakeServer';
import { renderRoute } from '../support/renderRoute';
import { sentence } from '../support/sentence';

const NAMES = ['TC042_S000001_L01_ch01.tif', 'TC042_S000002_L01_ch01.tif', 'TC042_S000010_L01_ch01.tif'];
const files = [
  ...NAMES.map((name, index) => ({ key: `acme/brains/TC042/${name}`, size: 1024 * (index + 1) })),
  { key: 'acme/brains/TC042/raw/notes.txt', size: 100 },
  { key: 'acme/brains/TC042/raw/more.txt', size: 100 },
];

const answers = {
  'GET /project': { json: { projects: [aProject()] } },
  'GET /dataset/project-1': { json: { datasets: [aDataset()] } },
  'GET /manage/files': { json: { files } },
};

function renderDataset(given: Partial<Parameters<typeof renderRoute>[1]> = {}) {
  return renderRoute(<DatasetScreen />, { at: '/acme/brains/TC042', server: answers, ...given });
}

function downloads({ actions }: ReturnType<typeof renderRoute>): unknown[] {
  return actions
    .filter(({ type }) => type === 'downloads/downloadRequested')
    .map((action) => ('payload' in action ? action.payload : undefined));
}

/** Clicks without `act`, so that React renders checkmarks immediately and the rest later, as in a browser. */
function clickAtOnce(...controls: readonly HTMLElement[]): void {
  const environment = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean };
  environment.IS_REACT_ACT_ENVIRONMENT = false;
  for (const control of controls) control.click();
  environment.IS_REACT_ACT_ENVIRONMENT = true;
}

async function fileGrid(): Promise<HTMLElement> {
  return screen.findByRole('grid', { name: 'Files of TC042' });
}

describe('the dataset screen', () => {
  it('summarizes the dataset in one line', async () => {
    renderDataset();
    expect(await screen.findByRole('heading', { level: 1, name: 'TC042' })).toBeVisible();
    // Each part has its own text direction, so the line consists of several elements.
    await waitFor(() =>
      expect(document.body).toHaveTextContent(
        '24 sections · 2 channels · 1.37 µm pixels · 50 µm between sections · Mouse brain · TC1000 · 6.20 KB',
      ),
    );
    await waitFor(() => expect(document.title).toBe('TC042 – brains – Data Manager'));
  });

  it('shows the first files on their way, and fills the map with them', async () => {
    const never = () => new Promise<never>(() => undefined);
    const server = { ...answers, 'GET /manage/files': { json: { files: [] } }, 'POST /upload/start': never };
    const { store, ports, rehydrated } = renderDataset({ server });
    await act(rehydrated);
    expect(await screen.findByText('Add the first files')).toBeVisible();
    const uploads = NAMES.slice(0, 2).map((name) => {
      const file = new File([new Uint8Array(1024)], name, { lastModified: 1_700_000_000_000 });
      return anUploadFile({ id: ports.files.add(file), name });
    });
    const elsewhere = anUploadFile({ id: 'file-9', name: 'a.tif', key: 'acme/brains/TC043/a.tif' });
    act(() => void store.dispatch(filesQueued({ files: [...uploads, elsewhere] })));
    expect(await screen.findByText('2 files on the way')).toBeVisible();
    expect(screen.queryByText('Add the first files')).toBeNull();
    expect(
      within(screen.getByRole('list', { name: 'Files in the queue' })).getAllByRole('listitem')[0],
    ).toHaveTextContent(`${NAMES[0]}1.00 KB`);
    const map = await screen.findByRole('slider', { name: 'Completeness map' });
    await waitFor(() => expect(map).toHaveAttribute('aria-valuetext', expect.stringContaining('in the upload queue')));
    act(() => void store.dispatch(queuePaused()));
    expect(await screen.findByText('2 files waiting')).toBeVisible();
    expect(screen.getByText('The upload is paused.')).toBeVisible();
  });

  it('counts the files on their way beside those in the list', async () => {
    const never = () => new Promise<never>(() => undefined);
    const { store, ports, rehydrated } = renderDataset({ server: { ...answers, 'POST /upload/start': never } });
    await act(rehydrated);
    await fileGrid();
    const uploads = ['new-1.tif', 'new-2.tif'].map((name) => {
      const file = new File([new Uint8Array(1024)], name, { lastModified: 1_700_000_000_000 });
      return anUploadFile({ id: ports.files.add(file), name });
    });
    act(() => void store.dispatch(filesQueued({ files: uploads })));
    expect(await screen.findByText(/^\d+ of .* · 2 on the way$/)).toBeVisible();
    act(() => void store.dispatch(queuePaused()));
    expect(await screen.findByText(/^\d+ of .* · 2 waiting$/)).toBeVisible();
  });

  it('requests each list once', async () => {
    const { server } = renderDataset();
    await fileGrid();
    await screen.findByRole('button', { name: 'Copy' });
    const requests = server.story().filter((request) => !request.includes('-image/'));
    expect([...requests].sort()).toEqual([
      'GET /config',
      'GET /dataset/project-1',
      'GET /manage/files',
      'GET /pipeline/atlas/dataset-1',
      'GET /pipeline/multimodel/dataset-1',
      'GET /pipeline/pyramid/dataset-1',
      'GET /project',
    ]);
  });

  it('downloads the new selection if Download is clicked before the summary is updated', async () => {
    const page = renderDataset();
    const box = within(await fileGrid()).getByRole('checkbox', { name: 'raw' });
    clickAtOnce(box, screen.getByRole('button', { name: 'Download' }));
    expect(downloads(page)).toEqual([{ path: 'acme/brains/TC042/raw', title: 'raw', downsampled: false }]);
  });

  it('says how to download where the browser can’t write into a folder', async () => {
    const { folders } = createFakePorts();
    const ports = { folders: { ...folders, areOffered: () => false } };
    renderDataset({ features: ['files.urls', 'files.etag'], ports });
    await fileGrid();
    expect(screen.getByText(/^This browser can’t download into a folder\. Download an archive/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Download into a folder' })).toBeNull();
  });

  describe('downloading into a folder before the summary is updated', () => {
    async function openList(given: Parameters<typeof renderDataset>[0] = {}) {
      const { actions } = renderDataset({ features: ['files.urls', 'files.etag'], ...given });
      const grid = await fileGrid();
      const box = (name: string) => within(grid).getByRole('checkbox', { name });
      return { actions, box, button: screen.getByRole('button', { name: 'Download into a folder' }) };
    }

    it('the button Download into a folder downloads the new selection', async () => {
      const { actions, box, button } = await openList();
      clickAtOnce(box(NAMES[0]!), box(NAMES[2]!), button);
      await waitFor(() => expect(actions.some(fetchQueued.match)).toBe(true));
      expect(actions.find(fetchQueued.match)?.payload.fetch).toMatchObject({
        title: '2 files',
        files: [[{ path: NAMES[0] }, { path: NAMES[2] }]],
      });
    });

    it('downloads nothing if the new selection is a folder whose files are still loading', async () => {
      const pages = inSequence({ json: { files, cursor: '2' } }, 'hanging');
      const { actions, box, button } = await openList({ server: { ...answers, 'GET /manage/files': pages } });
      await userEvent.click(box(NAMES[0]!));
      expect(button).toBeEnabled();
      clickAtOnce(box(NAMES[0]!), button);
      await act(() => Promise.resolve());
      expect(actions.filter(fetchRequested.match)).toEqual([]);
      expect(button).toBeDisabled();
    });
  });

  it('asks before it replaces files in the chosen folder, and names them', async () => {
    const { folders } = createFakePorts();
    const fileSizes = (_id: string, paths: readonly string[]) => Promise.resolve(paths.map(() => 1));
    const ports = { folders: { ...folders, fileSizes } };
    const { actions } = renderDataset({ features: ['files.urls', 'files.etag'], ports });
    await fileGrid();
    const open = async () => {
      await userEvent.click(screen.getByRole('button', { name: 'Download into a folder' }));
      return within(await screen.findByRole('dialog', { name: 'Replace files' }));
    };
    const dialog = await open();
    expect(dialog.getByText(sentence('Disk has 5 files of the same name with other content:'))).toBeVisible();
    expect(dialog.getByText(NAMES[0]!, { exact: false })).toBeVisible();
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    await userEvent.click((await open()).getByRole('button', { name: 'Replace' }));
    await waitFor(() => expect(actions.some(fetchQueued.match)).toBe(true));
    const [queued] = actions.filter(fetchQueued.match);
    expect(queued?.payload.fetch.files.flat().map(({ replaces }) => replaces)).toEqual(Array.from(files, () => true));
  });

  it('offers no folder for downsampled files, but keeps the space of the button', async () => {
    renderDataset({ features: ['files.urls', 'files.etag'] });
    await fileGrid();
    const button = screen.getByRole('button', { name: 'Download into a folder' });
    await userEvent.click(screen.getByRole('switch', { name: 'Downsampled only' }));
    expect(button).toBeInTheDocument();
    expect(button).not.toBeVisible();
  });

  it('downloads the selected files, optionally downsampled', async () => {
    const page = renderDataset();
    const grid = await fileGrid();
    await userEvent.click(within(grid).getByRole('checkbox', { name: NAMES[0]! }));
    await userEvent.click(within(grid).getByRole('checkbox', { name: NAMES[2]! }));
    expect(screen.getByText('2 files selected, 4.00 KB')).toBeVisible();
    await userEvent.click(screen.getByRole('switch', { name: 'Downsampled only' }));
    await userEvent.click(screen.getByRole('button', { name: 'Download' }));
    expect(downloads(page)).toEqual([
      {
        path: [`acme/brains/TC042/${NAMES[0]!}`, `acme/brains/TC042/${NAMES[2]!}`],
        title: '2 files',
        downsampled: true,
      },
    ]);
  });

  it('downloads the shown files if a filter hides others, and says so', async () => {
    const page = renderDataset({ at: '/acme/brains/TC042?sections=1,10' });
    await fileGrid();
    expect(await screen.findByText('2 files shown (4.00 KB)')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Download' }));
    expect(downloads(page)).toEqual([
      {
        path: [`acme/brains/TC042/${NAMES[0]}`, `acme/brains/TC042/${NAMES[2]}`],
        title: '2 files',
        downsampled: false,
      },
    ]);
  });

  it('filters by the sections in the text whatever else it contains, and keeps the text', async () => {
    const { router } = renderDataset({ at: '/acme/brains/TC042?sections=900-' });
    const grid = await screen.findByRole('grid', { name: 'Files of TC042' });
    expect(screen.getByText('No files match the filters')).toBeVisible();
    const field = screen.getByRole('textbox', { name: 'Sections' });
    await userEvent.clear(field);
    await userEvent.type(field, '10, ten');
    await waitFor(() => expect(router.state.location.search).toBe('?sections=10'));
    await waitFor(() => expect(within(grid).getAllByRole('checkbox', { name: /^TC042/ })).toHaveLength(1));
    expect(field).toHaveValue('10, ten');
    await userEvent.clear(field);
    await userEvent.type(field, 'ten');
    await waitFor(() => expect(router.state.location.search).toBe(''));
    expect(field).toHaveValue('ten');
    expect(screen.getByText('Not a section: ten')).toBeVisible();
  });

  it.each([
    ['sections=17&ch=2', 'Section 17, ch02: missing'],
    ['sections=17&layer=1&ch=2', 'Section 17, L01, ch02: missing'],
    ['sections=17-19', 'Sections 17–19: missing'],
    ['sections=17,20-22', 'Sections 17, 20–22: missing'],
  ])('names the missing images that the link ?%s refers to, and offers to upload them', async (query, text) => {
    renderDataset({ at: `/acme/brains/TC042?${query}` });
    expect(await screen.findByText(text)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Upload missing images' })).toBeVisible();
  });

  it('says that the images of a gap were deleted, and restores them', async () => {
    const key = 'acme/brains/TC042/TC042_S000017_L01_ch02.tif';
    const others = ['acme/brains/TC042/TC042_S000018_L01_ch02.tif', 'acme/brains/TC043/TC043_S000017_L01_ch02.tif'];
    const files = [key, ...others].map((one) => ({ key: one, size: 1, deletedAt: '2030-01-01T00:00:00Z' }));
    const { server } = renderDataset({
      at: '/acme/brains/TC042?sections=17&ch=2',
      features: ['files.restore', 'deleted.list'],
      server: {
        ...answers,
        'GET /deleted': { json: { deleted: [], files } },
        'POST /manage/files/restore': { json: { restored: [key] } },
      },
    });
    expect(await screen.findByText('Section 17, ch02: 1 deleted')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Restore' }));
    const restored = () => server.calls.find(({ path }) => path === '/manage/files/restore');
    await waitFor(() => expect(restored()?.body).toEqual({ keys: [key] }));
  });

  it('offers to restore a section in the preview whose images were deleted', async () => {
    const key = 'acme/brains/TC042/TC042_S000007_L01_ch01.tif';
    const { server } = renderDataset({
      at: '/acme/brains/TC042?section=7',
      features: ['files.restore', 'deleted.list'],
      server: {
        ...answers,
        'GET /deleted': { json: { deleted: [], files: [{ key, size: 1, deletedAt: '2030-01-01T00:00:00Z' }] } },
        'POST /manage/files/restore': { json: { restored: [key] } },
      },
    });
    expect(await screen.findByText('Section 7 has no images')).toBeVisible();
    await userEvent.click(await screen.findByRole('button', { name: 'Restore' }));
    expect(screen.queryByRole('button', { name: 'Upload missing images' })).toBeNull();
    const restored = () => server.calls.find(({ path }) => path === '/manage/files/restore');
    await waitFor(() => expect(restored()?.body).toEqual({ keys: [key] }));
  });

  it('says that the images of a gap are in the upload queue', async () => {
    const server = { ...answers, 'POST /upload/start': () => new Promise<never>(() => undefined) };
    const { store, ports, rehydrated } = renderDataset({ at: '/acme/brains/TC042?sections=17&ch=2', server });
    await act(rehydrated);
    expect(await screen.findByText('Section 17, ch02: missing')).toBeVisible();
    const name = 'TC042_S000017_L01_ch02.tif';
    const file = new File([new Uint8Array(1024)], name, { lastModified: 1_700_000_000_000 });
    const upload = anUploadFile({ id: ports.files.add(file), name, key: `acme/brains/TC042/${name}` });
    act(() => void store.dispatch(filesQueued({ files: [upload] })));
    expect(await screen.findByText('Section 17, ch02: 1 in the upload queue')).toBeVisible();
  });

  it('does not report sections of an open range as missing', async () => {
    renderDataset({ at: '/acme/brains/TC042?sections=17-' });
    expect(await screen.findByText('No files match the filters')).toBeVisible();
  });

  it('shows the section of a row that is clicked, or chosen with Enter, and marks it', async () => {
    const { router } = renderDataset();
    const grid = await fileGrid();
    const rowOf = (name: string) => within(grid).getByRole('row', { name: new RegExp(name) });
    await userEvent.click(within(grid).getByText(NAMES[1] ?? ''));
    expect(router.state.location.search).toContain('section=2');
    await waitFor(() => expect(rowOf(NAMES[1] ?? '')).toHaveAttribute('aria-current', 'true'));
    expect(rowOf(NAMES[0] ?? '')).not.toHaveAttribute('aria-current');
    const box = within(grid).getByRole('checkbox', { name: NAMES[2] ?? '' });
    act(() => box.focus());
    await userEvent.keyboard('{Enter}');
    expect(router.state.location.search).toContain('section=10');
    await waitFor(() => expect(rowOf(NAMES[2] ?? '')).toHaveAttribute('aria-current', 'true'));
  });

  it('keeps the buttons of the title row while the metadata is shown', async () => {
    renderDataset();
    await fileGrid();
    await userEvent.click(screen.getByRole('tab', { name: 'Metadata' }));
    expect(screen.getByRole('region', { name: 'Metadata' })).toHaveTextContent('Pixel size 1.37 µm');
    for (const name of ['Upload', 'Download', 'Edit metadata', 'Add To Viewer', 'Delete Dataset']) {
      expect(screen.getByRole('button', { name })).toBeVisible();
    }
    expect(screen.queryByRole('grid')).not.toBeInTheDocument();
  });

  it('remembers the width of the panes, which the arrow keys change', async () => {
    const { ports } = renderDataset();
    const separator = await screen.findByRole('separator', { name: 'Width of the images' });
    expect(separator).toHaveAttribute('aria-valuenow', '56');
    act(() => separator.focus());
    await userEvent.keyboard('{ArrowRight}');
    expect(separator).toHaveAttribute('aria-valuenow', '58');
    await userEvent.keyboard('{Home}');
    expect(separator).toHaveAttribute('aria-valuenow', '30');
    expect(ports.preferences.get('dataset-split')).toBe('30');
  });

  it('shows low rows on request, and remembers it', async () => {
    const { ports } = renderDataset();
    const grid = await fileGrid();
    const row = within(grid).getByRole('row', { name: new RegExp(NAMES[0] ?? '') });
    expect(row).toHaveStyle({ minHeight: '44px' });
    await userEvent.click(screen.getByRole('button', { name: 'Dense rows' }));
    expect(row).toHaveStyle({ minHeight: '32px' });
    expect(ports.preferences.get('density')).toBe('dense');
    await userEvent.click(screen.getByRole('button', { name: 'Dense rows' }));
  });

  it('downloads all files of selected folders together with selected files', async () => {
    const page = renderDataset();
    const grid = await fileGrid();
    await userEvent.click(within(grid).getByRole('checkbox', { name: 'raw' }));
    await userEvent.click(within(grid).getByRole('checkbox', { name: NAMES[0]! }));
    await userEvent.click(screen.getByRole('button', { name: 'Download' }));
    expect(downloads(page)).toEqual([
      {
        path: ['acme/brains/TC042/raw/more.txt', 'acme/brains/TC042/raw/notes.txt', `acme/brains/TC042/${NAMES[0]!}`],
        title: '3 files',
        downsampled: false,
      },
    ]);
  });

  it('downloads the whole dataset without a selection', async () => {
    const page = renderDataset();
    await fileGrid();
    await userEvent.click(screen.getByRole('button', { name: 'Download' }));
    expect(downloads(page)).toEqual([{ path: 'acme/brains/TC042', title: 'TC042', downsampled: false }]);
  });

  it('keeps the section and the sort order while browsing folders, but clears the search', async () => {
    const page = renderDataset({ at: '/acme/brains/TC042?section=2&off=1&q=more&sort=-size' });
    await userEvent.click(within(await fileGrid()).getByRole('link', { name: 'raw' }));
    expect(page.router.state.location.search).toBe('?section=2&off=1&folder=raw&sort=-size');
    await userEvent.click(
      within(await screen.findByRole('navigation', { name: 'Folders' })).getByRole('link', { name: 'TC042' }),
    );
    expect(page.router.state.location.search).toBe('?section=2&off=1&sort=-size');
  });

  it('keeps the selection while the list is searched and sorted', async () => {
    renderDataset();
    const grid = await fileGrid();
    await userEvent.click(within(grid).getByRole('checkbox', { name: NAMES[0]! }));
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search' }), 's00001');
    await waitFor(() => expect(within(grid).getAllByRole('checkbox')).toHaveLength(2));
    await userEvent.click(screen.getByRole('button', { name: 'Clear search' }));
    await userEvent.click(within(grid).getByRole('button', { name: 'Section' }));
    await userEvent.click(within(grid).getByRole('button', { name: 'Section' }));
    expect(within(grid).getByRole('columnheader', { name: 'Section' })).toHaveAttribute('aria-sort', 'descending');
    const names = () =>
      within(grid)
        .getAllByRole('checkbox')
        .map((box) => box.getAttribute('aria-label'));
    await waitFor(() => expect(names()).toEqual(['Select all', 'raw', ...[...NAMES].reverse()]));
    expect(within(grid).getByRole('checkbox', { name: NAMES[0]! })).toBeChecked();
  });

  it('mounts fewer than 200 of a hundred thousand files, and selects all matches or a range between two of them', async () => {
    const many = Array.from({ length: 100_000 }, (_, index) => ({
      key: `acme/brains/TC042/TC042_S${String(index).padStart(6, '0')}_L01_ch01.tif`,
      size: 1024,
    }));
    renderDataset({
      at: '/acme/brains/TC042?q=S00',
      server: { ...answers, 'GET /manage/files': { json: { files: many } } },
    });
    const grid = await screen.findByRole('grid', { name: 'Files of TC042' });
    expect(grid).toHaveAttribute('aria-rowcount', '10001');
    const rows = grid.querySelectorAll('[role="row"]');
    expect(rows.length).toBeGreaterThan(10);
    expect(rows.length).toBeLessThan(200);
    const all = within(grid).getByRole('checkbox', { name: 'Select all' });
    await userEvent.click(all);
    expect(screen.getByText('10,000 files selected, 9.77 MB')).toBeVisible();
    await userEvent.click(all);
    const user = userEvent.setup();
    await user.click(within(grid).getByRole('checkbox', { name: 'TC042_S000000_L01_ch01.tif' }));
    await user.keyboard('{Shift>}{End}{/Shift}');
    expect(screen.getByText('10,000 files selected, 9.77 MB')).toBeVisible();
  });

  it('moves between rows with the arrow keys and selects with Space', async () => {
    renderDataset();
    const grid = await fileGrid();
    const box = within(grid).getByRole('checkbox', { name: 'raw' });
    act(() => box.focus());
    await userEvent.keyboard('{ArrowDown}{ArrowDown} ');
    expect(within(grid).getByRole('checkbox', { name: NAMES[1]! })).toHaveFocus();
    expect(within(grid).getByRole('checkbox', { name: NAMES[1]! })).toBeChecked();
    await userEvent.keyboard('{End}');
    expect(within(grid).getByRole('checkbox', { name: NAMES[2]! })).toHaveFocus();
    await userEvent.keyboard('{Home}{ArrowRight}');
    expect(within(grid).getByRole('link', { name: 'raw' })).toHaveFocus();
  });

  it('says once that a dataset is empty, with the button for its first files', async () => {
    renderDataset({ server: { ...answers, 'GET /manage/files': { json: { files: [] } } } });
    expect(await screen.findByText('Add the first files')).toBeVisible();
    const state = screen.getByRole('status', { name: 'Dataset state' });
    await waitFor(() => expect(state).toHaveTextContent('No images yet · 48 images expected'));
    expect(await screen.findByText('Section images appear here')).toBeVisible();
    expect(document.body.textContent.match(/\byet\b|\bmissing\b|\bno files\b/gi)).toEqual(['yet']);
    expect(screen.getAllByRole('button', { name: 'Upload' })).toHaveLength(1);
  });

  it('shows no controls that an empty dataset has no use for', async () => {
    renderDataset({ server: { ...answers, 'GET /manage/files': { json: { files: [] } } } });
    expect(await screen.findByText('Add the first files')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Add To Viewer' })).toBeNull());
    const buttons = screen.getAllByRole('button').map((button) => button.textContent);
    expect(buttons).toEqual(['Upload', 'Edit metadata', 'Delete Dataset', 'Choose files', 'Choose folder']);
    for (const role of ['grid', 'searchbox', 'switch', 'checkbox']) expect(screen.queryByRole(role)).toBeNull();
    expect(screen.queryByRole('status', { name: 'Add To Viewer' })).toBeNull();
  });

  it('the page says that the state is unknown if the files could not be loaded, and offers a retry', async () => {
    const answer = inSequence({ status: 400, json: { msg: 'The storage is away' } }, { json: { files } });
    renderDataset({ server: { ...answers, 'GET /manage/files': answer } });
    expect(await screen.findByText('Request failed with Error The storage is away')).toBeVisible();
    const state = screen.getByRole('status', { name: 'Dataset state' });
    await waitFor(() => expect(state).toHaveTextContent('State unknown: files could not be loaded'));
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await fileGrid()).toBeVisible();
  });

  it('opens the viewer at the section and with the colours of the preview, if the server’s viewer reads them', async () => {
    const records = createMemoryRecords();
    await records('channel-colours').put([['dataset-1', { 1: '#ff00aa' }]]);
    renderDataset({
      at: '/acme/brains/TC042?section=2&off=2',
      features: ['pipelines.viewerPlace'],
      ports: { records },
      server: {
        ...answers,
        'GET /pipeline/pyramid/dataset-1': {
          json: { jobId: 'job-1', status: 'DONE', viewerUrl: 'https://viewer.test/TC042' },
        },
      },
    });
    const link = await screen.findByRole('link', { name: 'Open viewer' });
    await waitFor(() =>
      expect(link).toHaveAttribute('href', 'https://viewer.test/TC042#section=2&layer=1&off=2&colour=1-ff00aa'),
    );
  });

  it.each(['starting a pipeline', 'polling its state'])(
    'shows that the dataset no longer exists when %s returns 404',
    async (how) => {
      const gone = { status: 404, json: { msg: 'There is no such dataset.', code: 'NOT_FOUND' } };
      const page = renderDataset({
        server: {
          ...answers,
          'GET /dataset/project-1': inSequence({ json: { datasets: [aDataset()] } }, { json: { datasets: [] } }),
          'GET /manage/files': inSequence({ json: { files } }, { json: { files: [] } }),
          'GET /pipeline/pyramid/dataset-1': { json: { jobId: 'job-1', status: 'RUNNING' } },
          'POST /pipeline/atlas/dataset-1': gone,
        },
      });
      expect(await screen.findByText('Add To Viewer: running')).toBeVisible();
      if (how === 'starting a pipeline') {
        const button = screen.getByRole('button', { name: 'Register For Atlas' });
        await waitFor(() => expect(button).toBeEnabled());
        await userEvent.click(button);
        const startButton = await screen.findByRole('button', { name: 'Start' });
        await waitFor(() => expect(startButton).toBeEnabled());
        await userEvent.click(startButton);
      } else {
        page.server.on('GET /pipeline/pyramid/dataset-1', gone);
        act(() => void page.store.dispatch(api.util.invalidateTags(['Pipelines'])));
      }
      expect(await screen.findByText(sentence('Dataset “TC042” not found in brains'))).toBeVisible();
      expect(page.ports.recorded.toasts).toEqual([]);
    },
  );

  it('refreshes the state of a pipeline immediately when the user returns to the page', async () => {
    const GET = 'GET /pipeline/pyramid/dataset-1';
    const page = renderDataset({ server: { ...answers, [GET]: { json: { jobId: 'job-1', status: 'RUNNING' } } } });
    expect(await screen.findByText('Add To Viewer: running')).toBeVisible();
    await act(() => page.router.navigate('/acme/livers/TC042'));
    expect(screen.queryByText('Add To Viewer: running')).toBeNull();
    page.server.on(GET, { json: { jobId: 'job-1', status: 'DONE', viewerUrl: 'https://viewer.test/TC042' } });
    await act(() => page.router.navigate('/acme/brains/TC042'));
    expect(await screen.findByRole('link', { name: 'Open viewer' })).toBeVisible();
    expect(page.server.story().filter((call) => call === GET)).toHaveLength(2);
  });

  it('asks for confirmation before deleting the dataset, then opens the project', async () => {
    const page = renderDataset({
      owner: anOwner({ isAdmin: true }),
      server: { ...answers, 'DELETE /dataset/dataset-1': { json: {} } },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Delete Dataset' }));
    const dialog = await screen.findByRole('dialog', { name: 'Delete dataset' });
    expect(dialog).toHaveTextContent('TC042 will be deleted. This also deletes its metadata and 5 files (6.20 KB).');
    await userEvent.click(within(dialog).getByRole('checkbox', { name: 'Delete permanently' }));
    await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(page.router.state.location.pathname).toBe('/acme/brains'));
    expect(page.server.calls.find(({ method }) => method === 'DELETE')?.body).toEqual({ permanentDelete: true });
  });

  it('shows the files of a folder without metadata', async () => {
    renderDataset({ server: { ...answers, 'GET /dataset/project-1': { json: { datasets: [] } } } });
    expect(await screen.findByText('Folder without metadata')).toBeVisible();
    expect(await fileGrid()).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Delete Dataset' })).toBeNull();
    expect(screen.getByRole('status', { name: 'Dataset state' })).toHaveTextContent(
      '3 section images · what is missing is unknown without metadata',
    );
    await userEvent.click(screen.getByRole('button', { name: 'Add metadata' }));
    expect(await screen.findByRole('form', { name: /metadata/i })).toBeVisible();
  });

  it.each([
    ['/acme/brains/TC999', 'Dataset “TC999” not found in brains', 'Back to brains', '/acme/brains'],
    ['/acme/livers/TC042', 'Project “livers” not found', 'Back to projects', '/acme'],
  ])('shows that %s does not exist, with a link back', async (at, words, back, target) => {
    renderDataset({ at });
    expect(await screen.findByText(sentence(words))).toBeVisible();
    expect(screen.getByRole('link', { name: back })).toHaveAttribute('href', target);
  });
});
