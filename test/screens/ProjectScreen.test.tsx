import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ProjectScreen } from '../../src/screens/ProjectScreen';
import { aDataset, aProject } from '../support/builders';
import { inSequence, type FakeAnswer } from '../support/fakeServer';
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

/** Returns the text of each cell by row. */
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

/** Returns the names of the emphasized buttons. */
function primaryButtons(): readonly (string | null)[] {
  return [...document.querySelectorAll<HTMLElement>('.mantine-Button-root:not(:disabled)')]
    .filter(({ dataset: { variant = 'filled' } }) => variant === 'filled')
    .map(({ textContent }) => textContent);
}

describe('the project screen', () => {
  it('links each dataset by its title, with its details', async () => {
    renderProject();
    const list = await screen.findByRole('grid', { name: 'Datasets' });
    expect(within(list).getByRole('link', { name: 'TC042' })).toHaveAttribute('href', '/acme/brains/TC042');
    await waitFor(() =>
      expect(cellsOf(list)).toEqual([
        ['', 'TC042', 'Mouse brain', '0 of 24, 1 of 48 images', '1 of 2', '1', '1.00 KB', expect.anything()],
      ]),
    );
  });

  it('counts only the sections that have all their images, as the column says', async () => {
    const dataset = aDataset({ physicalSections: 1 });
    renderProject({ ...server, 'GET /dataset/project-1': { json: { datasets: [dataset] } } });
    const list = await screen.findByRole('grid', { name: 'Datasets' });
    expect(within(list).getByRole('columnheader', { name: 'Complete sections' })).toBeVisible();
    expect(await within(list).findByText('0 of 1')).toBeVisible();
  });

  it('shows loose files and folders that are not datasets', async () => {
    renderProject();
    await screen.findByRole('grid', { name: 'Datasets' });
    const grid = await screen.findByRole('grid', { name: 'Files of brains' });
    const names = within(grid)
      .getAllByRole('checkbox')
      .map((box) => box.getAttribute('aria-label'));
    expect(names).toEqual(['Select all', 'loose', 'TC042_S000001_L01_ch01.tif']);
    expect(screen.getByText(/^2 of 2 files, 1 of them in 1 folder, /)).toBeVisible();
  });

  it.each<[readonly string[], string, readonly object[]]>([
    [[], 'has files in datasets only', files.slice(0, 1)],
    [['Download'], 'has files', files],
    [['Upload'], 'is empty', []],
  ])('emphasizes only the buttons %j if the project %s', async (names, _state, listed) => {
    renderProject({ ...server, 'GET /manage/files': { json: { files: listed } } });
    await screen.findByText(listed === files ? 'TC042_S000001_L01_ch01.tif' : 'No files outside the datasets');
    await waitFor(() => expect(primaryButtons()).toEqual(names));
  });

  it('emphasizes only `New dataset` in an empty project', async () => {
    renderProject({
      ...server,
      'GET /dataset/project-1': { json: { datasets: [] } },
      'GET /manage/files': { json: { files: [] } },
    });
    await screen.findByText('No files yet');
    await waitFor(() => expect(primaryButtons()).toEqual(['New dataset']));
  });

  it('shows the most urgent job of each dataset', async () => {
    const run = (status: string) => ({ jobId: status, status });
    const jobs = { datasets: { 'dataset-1': { pyramid: run('DONE'), atlas: run('FAILED') } } };
    renderRoute(<ProjectScreen />, {
      at: '/acme/brains',
      server: { ...server, 'GET /pipeline': { json: jobs } },
      features: ['pipelines.project'],
    });
    const list = await screen.findByRole('grid', { name: 'Datasets' });
    expect(await within(list).findByText('Atlas failed')).toBeVisible();
    expect(within(list).getByTitle('Add To Viewer: done, Register For Atlas: failed')).toBeVisible();
  });

  it('requests no jobs if the server does not offer those of a project', async () => {
    const page = renderProject();
    const list = await screen.findByRole('grid', { name: 'Datasets' });
    expect(within(list).queryByRole('columnheader', { name: 'Jobs' })).toBeNull();
    expect(page.server.story().filter((call) => call.startsWith('GET /pipeline'))).toEqual([]);
  });

  it('downloads the whole project without a selection', async () => {
    const page = renderProject();
    const button = await screen.findByRole('button', { name: 'Download' });
    await waitFor(() => expect(button).toBeEnabled());
    await userEvent.click(button);
    expect(page.actions).toContainEqual({
      type: 'downloads/downloadRequested',
      payload: { path: 'acme/brains', title: 'brains', downsampled: false },
    });
  });

  it('opens the upload screen', async () => {
    const page = renderProject();
    await userEvent.click(await screen.findByRole('button', { name: 'Upload' }));
    expect(page.router.state.location.pathname).toBe('/acme/brains/upload');
  });

  it('creates a dataset from a title', async () => {
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
    expect(page.router.state.location.pathname).toBe('/acme/brains/TC100');
  });

  it('deletes the project, shows a toast, and returns to the list of projects', async () => {
    const page = renderProject({ ...server, 'DELETE /project/project-1': { json: {} } });
    await userEvent.click(await screen.findByRole('button', { name: 'Actions for brains' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(page.router.state.location.pathname).toBe('/acme'));
    expect(page.ports.recorded.toasts).toContainEqual({ text: 'Project “brains” deleted.', severity: 'success' });
  });

  it('stays on the project after it was renamed', async () => {
    const page = renderProject({ ...server, 'PATCH /project/project-1': { json: aProject({ title: 'livers' }) } });
    await userEvent.click(await screen.findByRole('button', { name: 'Actions for brains' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Rename' }));
    const title = await screen.findByRole('textbox', { name: 'Title' });
    await userEvent.clear(title);
    await userEvent.type(title, 'livers');
    page.server.on('GET /project', { json: { projects: [aProject({ title: 'livers' })] } });
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(page.router.state.location.pathname).toBe('/acme/livers'));
    expect(await screen.findByRole('heading', { level: 1, name: 'livers' })).toBeVisible();
  });

  it('lists the created dataset', async () => {
    const made = aDataset({ dataset: 'TC100', datasetHash: 'dataset-2' });
    renderProject({
      ...server,
      'GET /dataset/project-1': inSequence(
        { json: { datasets: [aDataset()] } },
        { json: { datasets: [aDataset(), made] } },
      ),
      'POST /dataset': { json: made },
    });
    const dialog = await openNewDataset();
    await userEvent.type(within(dialog).getByRole('textbox', { name: 'Title' }), 'TC100{Enter}');
    expect(await screen.findByRole('link', { name: 'TC100' })).toHaveAttribute('href', '/acme/brains/TC100');
  });

  it('creates a single dataset if Enter is pressed twice or held', async () => {
    const page = renderProject({ ...server, 'POST /dataset': 'hanging' });
    const dialog = await openNewDataset();
    await userEvent.type(within(dialog).getByRole('textbox', { name: 'Title' }), 'TC100{Enter}{Enter}{Enter>5/}');
    expect(page.server.story().filter((call) => call === 'POST /dataset')).toHaveLength(1);
  });

  it('keeps the dialog and the title if the server rejects the dataset', async () => {
    const page = renderProject({ ...server, 'POST /dataset': { status: 400, json: { msg: 'No' } } });
    const dialog = await openNewDataset();
    await userEvent.type(within(dialog).getByRole('textbox', { name: 'Title' }), 'TC100{Enter}');
    await waitFor(() => expect(page.ports.recorded.toasts).toHaveLength(1));
    expect(within(dialog).getByRole('textbox', { name: 'Title' })).toHaveValue('TC100');
    await waitFor(() => expect(within(dialog).getByRole('button', { name: 'Create' })).toBeEnabled());
  });

  it.each(['', 'a/b', 'tc042'])('rejects “%s” as the title of a dataset', async (title) => {
    const page = renderProject();
    const dialog = await openNewDataset();
    if (title !== '') await userEvent.type(within(dialog).getByRole('textbox', { name: 'Title' }), title);
    await userEvent.keyboard('{Enter}');
    expect(within(dialog).getByRole('button', { name: 'Create' })).toBeDisabled();
    expect(page.server.story().filter((call) => call.startsWith('POST'))).toEqual([]);
  });

  it('creates a dataset with a tissue type and a device from the server’s lists', async () => {
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
    ['is missing', { json: { tissue_types: ['Brain'] } }, /list of devices is missing\. Continue without it/],
    ['is malformed', { json: { tissue_types: ['Brain'], devices: { a: 1 } } }, /list of devices can’t be read/],
  ])('disables only the field whose list %s, explains it, and creates the dataset', async (_case, config, words) => {
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

  it('requests the lists again when needed after a failure', async () => {
    const page = renderProject({ ...server, 'GET /config': { status: 400, json: { msg: 'no lists' } } });
    const dialog = await openNewDataset();
    expect(await within(dialog).findAllByText(/could not be loaded/)).toHaveLength(2);
    await userEvent.keyboard('{Escape}');
    page.server.on('GET /config', { json: { tissue_types: ['Brain'], devices: ['TC1000'] } });
    const again = await openNewDataset();
    await waitFor(() => expect(within(again).getByRole('combobox', { name: 'Device' })).toBeEnabled());
  });

  it('shows the datasets even if the files can’t be loaded, and vice versa', async () => {
    renderProject({ ...server, 'GET /dataset/project-1': { status: 400, json: { msg: 'No' } } });
    expect(await screen.findByText('The datasets could not be loaded')).toBeVisible();
    expect(await screen.findByRole('grid', { name: 'Files of brains' })).toBeVisible();
  });

  it('fetches thumbnails as blobs and labels them with the file names', async () => {
    URL.createObjectURL = () => 'blob:1';
    const page = renderProject({
      ...server,
      'GET /get-thumbnail-image/*': { text: 'png', headers: { 'content-type': 'image/png' } },
    });
    const grid = await screen.findByRole('grid', { name: 'Files of brains' });
    const picture = await within(grid).findByRole('img', { name: 'TC042_S000001_L01_ch01.tif' });
    expect(picture).toHaveAttribute('src', 'blob:1');
    const datasets = screen.getByRole('grid', { name: 'Datasets' });
    expect(await within(datasets).findByRole('img')).toHaveAttribute('src', 'blob:1');
    const previews = page.server.calls.filter(({ path }) => path.startsWith('/get-thumbnail-image/'));
    expect(previews.map(({ path }) => decodeURIComponent(path.split('/')[2]!)).sort()).toEqual([
      'acme/brains/TC042/TC042_S000001_L01_ch01.tif',
      'acme/brains/TC042_S000001_L01_ch01.tif',
    ]);
  });

  it('offers to create the first dataset and to upload the first files', async () => {
    const { router } = renderProject({
      ...server,
      'GET /dataset/project-1': { json: { datasets: [] } },
      'GET /manage/files': { json: { files: [] } },
    });
    expect(await screen.findByText('No files yet')).toBeVisible();
    expect(screen.queryByRole('grid')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Download' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'New dataset' }));
    expect(await screen.findByRole('dialog', { name: 'New dataset' })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await userEvent.click(await screen.findByRole('button', { name: 'Upload' }));
    expect(router.state.location.pathname).toBe('/acme/brains/upload');
  });

  it('a project whose files are all in datasets does not say that it has none', async () => {
    const key = 'acme/brains/TC042/TC042_S000001_L01_ch01.tif';
    renderProject({ ...server, 'GET /manage/files': { json: { files: [{ key, size: 1_024 }] } } });
    expect(await screen.findByText('No files outside the datasets')).toBeVisible();
    expect(document.body).toHaveTextContent('brains: 1 file, 1.00 KB');
    expect(screen.queryByText('No files yet')).toBeNull();
    expect(screen.queryByRole('grid', { name: 'Files of brains' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Download' })).toBeEnabled();
  });

  it('shows no files before the datasets are loaded, and no dataset as a folder', async () => {
    let answer: ((value: FakeAnswer) => void) | undefined;
    renderProject({ ...server, 'GET /dataset/project-1': () => new Promise((resolve) => (answer = resolve)) });
    await screen.findByRole('heading', { name: 'brains' });
    expect(screen.queryByRole('heading', { name: 'Files' })).toBeNull();
    answer?.({ json: { datasets: [aDataset()] } });
    expect(await screen.findByRole('heading', { name: 'Files' })).toBeVisible();
  });
});
