import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ProjectScreen } from '../../src/screens/ProjectScreen';
import { aDataset, aProject } from '../support/builders';
import { inTurn, type FakeAnswer } from '../support/fakeServer';
import { renderRoute } from '../support/renderRoute';

const files = [
  { key: 'acme/brains/TC042/TC042_S000001_L01_ch01.tif', size: 1024 },
  { key: 'acme/brains/loose/notes.txt', size: 10 },
  { key: 'acme/brains/TC042_S000001_L01_ch01.tif', size: 2048 },
];
const server = {
  'GET /project': { json: { projects: [aProject({ description: 'Three brains' })] } },
  'GET /dataset/project-1': { json: { datasets: [aDataset()] } },
  'GET /manage/files': { json: { files } },
};

function renderProject(routes: Parameters<typeof renderRoute>[1]['server'] = server) {
  return renderRoute(<ProjectScreen />, { at: '/acme/brains', server: routes });
}

/** The texts of the rows, cell by cell. */
function cellsOf(grid: HTMLElement): readonly (readonly (string | null)[])[] {
  const [, ...rows] = within(grid).getAllByRole('row');
  return rows.map((row) =>
    within(row)
      .getAllByRole('gridcell')
      .map(({ textContent }) => textContent),
  );
}

async function openNewDataset(): Promise<HTMLElement> {
  await screen.findByRole('grid', { name: 'Datasets' });
  await userEvent.click(screen.getByRole('button', { name: 'New dataset' }));
  return screen.findByRole('dialog', { name: 'New dataset' });
}

describe('the view of a project', () => {
  it('links each dataset by its title, beside what tells it from the others', async () => {
    renderProject();
    const list = await screen.findByRole('grid', { name: 'Datasets' });
    expect(within(list).getByRole('link', { name: 'TC042' })).toHaveAttribute('href', '/acme/brains/TC042');
    await waitFor(() =>
      expect(cellsOf(list)).toEqual([['TC042', 'Mouse brain', '24', '2', '1.00 KB', expect.anything()]]),
    );
  });

  it('shows loose files and the folders that are no datasets', async () => {
    renderProject();
    await screen.findByRole('grid', { name: 'Datasets' });
    const grid = await screen.findByRole('grid', { name: 'Files of brains' });
    const names = within(grid)
      .getAllByRole('checkbox')
      .map((box) => box.getAttribute('aria-label'));
    expect(names).toEqual(['Select all', 'loose', 'TC042_S000001_L01_ch01.tif']);
  });

  it('downloads the whole project when nothing is chosen', async () => {
    const page = renderProject();
    const button = await screen.findByRole('button', { name: 'Download' });
    await waitFor(() => expect(button).toBeEnabled());
    await userEvent.click(button);
    expect(page.actions).toContainEqual({
      type: 'downloads/downloadRequested',
      payload: { path: 'acme/brains', title: 'brains', downsampled: false },
    });
  });

  it('leads to the upload screen', async () => {
    const page = renderProject();
    await userEvent.click(await screen.findByRole('button', { name: 'Upload' }));
    expect(page.router.state.location.pathname).toBe('/acme/brains/upload');
  });

  it('makes a dataset of a title', async () => {
    const page = renderProject({ ...server, 'POST /dataset': { json: aDataset({ dataset: 'TC100' }) } });
    await screen.findByRole('grid', { name: 'Datasets' });
    await userEvent.click(screen.getByRole('button', { name: 'New dataset' }));
    const dialog = await screen.findByRole('dialog', { name: 'New dataset' });
    await userEvent.type(within(dialog).getByRole('textbox', { name: 'Title' }), 'TC100');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Create' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(page.server.calls.find(({ method }) => method === 'POST')?.body).toMatchObject({
      projectHash: 'project-1',
      dataset: 'TC100',
      sid: 'acme',
      bitDepth: 16,
    });
  });

  it('lists the dataset that was made', async () => {
    const made = aDataset({ dataset: 'TC100', datasetHash: 'dataset-2' });
    renderProject({
      ...server,
      'GET /dataset/project-1': inTurn(
        { json: { datasets: [aDataset()] } },
        { json: { datasets: [aDataset(), made] } },
      ),
      'POST /dataset': { json: made },
    });
    const dialog = await openNewDataset();
    await userEvent.type(within(dialog).getByRole('textbox', { name: 'Title' }), 'TC100{Enter}');
    expect(await screen.findByRole('link', { name: 'TC100' })).toHaveAttribute('href', '/acme/brains/TC100');
  });

  it('makes one dataset of Enter pressed twice or held', async () => {
    const page = renderProject({ ...server, 'POST /dataset': 'hanging' });
    const dialog = await openNewDataset();
    await userEvent.type(within(dialog).getByRole('textbox', { name: 'Title' }), 'TC100{Enter}{Enter}{Enter>5/}');
    expect(page.server.story().filter((call) => call === 'POST /dataset')).toHaveLength(1);
  });

  it('keeps the dialog with the title when the server makes no dataset', async () => {
    const page = renderProject({ ...server, 'POST /dataset': { status: 400, json: { msg: 'No' } } });
    const dialog = await openNewDataset();
    await userEvent.type(within(dialog).getByRole('textbox', { name: 'Title' }), 'TC100{Enter}');
    await waitFor(() => expect(page.ports.recorded.toasts).toHaveLength(1));
    expect(within(dialog).getByRole('textbox', { name: 'Title' })).toHaveValue('TC100');
    await waitFor(() => expect(within(dialog).getByRole('button', { name: 'Create' })).toBeEnabled());
  });

  it.each(['', ' ', 'a/b', 'a\\b', 'up\u0007', 'Upload', '..', 'tc042'])(
    'makes no dataset called “%s”',
    async (title) => {
      const page = renderProject();
      const dialog = await openNewDataset();
      if (title !== '') await userEvent.type(within(dialog).getByRole('textbox', { name: 'Title' }), title);
      await userEvent.keyboard('{Enter}');
      expect(within(dialog).getByRole('button', { name: 'Create' })).toBeDisabled();
      expect(page.server.story().filter((call) => call.startsWith('POST'))).toEqual([]);
    },
  );

  it('makes a dataset with a tissue type and a device of the server’s lists', async () => {
    const page = renderProject({
      ...server,
      'GET /config': { json: { tissue_types: ['Brain', 'Heart'], devices: ['TC1000'] } },
      'POST /dataset': { json: aDataset({ dataset: 'TC100' }) },
    });
    const dialog = await openNewDataset();
    await waitFor(() => expect(within(dialog).getByRole('combobox', { name: 'Tissue type' })).toBeEnabled());
    await userEvent.type(within(dialog).getByRole('textbox', { name: 'Title' }), 'TC100');
    await userEvent.selectOptions(within(dialog).getByRole('combobox', { name: 'Tissue type' }), 'Heart');
    await userEvent.selectOptions(within(dialog).getByRole('combobox', { name: 'Device' }), 'TC1000');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Create' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const created = page.server.calls.find(({ method }) => method === 'POST')?.body;
    expect(created).toMatchObject({ dataset: 'TC100', tissueType: 'Heart', device: 'TC1000' });
  });

  it.each<[string, FakeAnswer, RegExp]>([
    ['is missing', { json: { tissue_types: ['Brain'] } }, /list of devices is missing\. Go on without it/],
    ['is malformed', { json: { tissue_types: ['Brain'], devices: { a: 1 } } }, /list of devices can’t be read/],
  ])('disables the one field whose list %s, says so beside it, and makes the dataset', async (_case, config, words) => {
    const page = renderProject({
      ...server,
      'GET /config': config,
      'POST /dataset': { json: aDataset({ dataset: 'TC100' }) },
    });
    const dialog = await openNewDataset();
    await waitFor(() => expect(within(dialog).getByRole('combobox', { name: 'Tissue type' })).toBeEnabled());
    const device = within(dialog).getByRole('combobox', { name: 'Device' });
    expect(device).toBeDisabled();
    expect(device).toHaveAccessibleDescription(words);
    await userEvent.type(within(dialog).getByRole('textbox', { name: 'Title' }), 'TC100');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Create' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(page.server.story()).toContain('POST /dataset');
    expect(page.ports.recorded.toasts).toEqual([]);
  });

  it('asks for the lists again when they are needed and could not be loaded', async () => {
    const page = renderProject({ ...server, 'GET /config': { status: 400, json: { msg: 'no lists' } } });
    const dialog = await openNewDataset();
    expect(await within(dialog).findAllByText(/could not be loaded/)).toHaveLength(2);
    await userEvent.keyboard('{Escape}');
    page.server.on('GET /config', { json: { tissue_types: ['Brain'], devices: ['TC1000'] } });
    const again = await openNewDataset();
    await waitFor(() => expect(within(again).getByRole('combobox', { name: 'Device' })).toBeEnabled());
  });

  it('shows the datasets even if the files can’t be loaded, and the other way round', async () => {
    renderProject({ ...server, 'GET /dataset/project-1': { status: 400, json: { msg: 'No' } } });
    expect(await screen.findByText('The datasets could not be loaded')).toBeVisible();
    expect(await screen.findByRole('grid', { name: 'Files of brains' })).toBeVisible();
  });

  it('fetches thumbnails as blobs and shows them under the names of the files', async () => {
    URL.createObjectURL = () => 'blob:1';
    const page = renderProject({
      ...server,
      'GET /get-thumbnail-image/*': { text: 'png', headers: { 'content-type': 'image/png' } },
    });
    const picture = await screen.findByRole('img', { name: 'TC042_S000001_L01_ch01.tif' });
    expect(picture).toHaveAttribute('src', 'blob:1');
    const previews = page.server.calls.filter(({ path }) => path.startsWith('/get-thumbnail-image/'));
    expect(previews.map(({ path }) => decodeURIComponent(path.split('/')[2]!))).toEqual([
      'acme/brains/TC042_S000001_L01_ch01.tif',
    ]);
  });

  it('offers the first dataset and the first upload where there is nothing', async () => {
    const { router } = renderProject({
      ...server,
      'GET /dataset/project-1': { json: { datasets: [] } },
      'GET /manage/files': { json: { files: [] } },
    });
    expect(await screen.findByText('No files yet')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'New dataset' }));
    expect(await screen.findByRole('dialog', { name: 'New dataset' })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await userEvent.click(await screen.findByRole('button', { name: 'Upload' }));
    expect(router.state.location.pathname).toBe('/acme/brains/upload');
  });

  it('shows no files before its datasets are known: they stand below them, and a dataset’s folder is none of them', async () => {
    let answer: ((value: FakeAnswer) => void) | undefined;
    renderProject({ ...server, 'GET /dataset/project-1': () => new Promise((resolve) => (answer = resolve)) });
    await screen.findByRole('heading', { name: 'brains' });
    expect(screen.queryByRole('heading', { name: 'Files' })).toBeNull();
    answer?.({ json: { datasets: [aDataset()] } });
    expect(await screen.findByRole('heading', { name: 'Files' })).toBeVisible();
  });
});
