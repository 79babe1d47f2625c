import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { api } from '../../src/api/api';
import { DatasetScreen } from '../../src/screens/DatasetScreen';
import { aDataset, aProject } from '../support/builders';
import { inSequence } from '../support/fakeServer';
import { renderRoute } from '../support/renderRoute';
import { sentence } from '../support/sentence';

const answers = {
  'GET /project': { json: { projects: [aProject()] } },
  'GET /dataset/project-1': { json: { datasets: [aDataset()] } },
  'GET /manage/files': { json: { files: [{ key: 'acme/brains/TC042/notes.txt', size: 1 }] } },
};

type RouteOptions = Parameters<typeof renderRoute>[1];

function renderDataset({ server, ...given }: Partial<RouteOptions>) {
  return renderRoute(<DatasetScreen />, { at: '/acme/brains/TC042', server: { ...answers, ...server }, ...given });
}

function pipelineCalls({ server }: ReturnType<typeof renderRoute>): readonly string[] {
  return server.story().filter((call) => call.includes('/pipeline/'));
}

describe('the states of the jobs', () => {
  it('requests the states of all jobs in one call if the server offers it, without a 404 for jobs that never ran', async () => {
    const page = renderDataset({
      features: ['pipelines.list'],
      server: { 'GET /pipeline/dataset-1': { json: { jobs: { pyramid: { jobId: 'job-1', status: 'DONE' } } } } },
    });
    expect(await screen.findByText('Add To Viewer: done')).toBeVisible();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Register For Atlas' })).toBeEnabled());
    expect(screen.queryByText(/^Register For Atlas:/)).toBeNull();
    expect(pipelineCalls(page)).toEqual(['GET /pipeline/dataset-1']);
  });

  it('shows that the dataset no longer exists if the call for all jobs returns 404', async () => {
    const page = renderDataset({
      features: ['pipelines.list'],
      server: {
        'GET /dataset/project-1': inSequence({ json: { datasets: [aDataset()] } }, { json: { datasets: [] } }),
        'GET /manage/files': { json: { files: [] } },
        'GET /pipeline/dataset-1': inSequence({ json: { jobs: {} } }, { status: 404, json: { msg: 'Not found.' } }),
      },
    });
    expect(await screen.findByText('No images yet · 48 images expected')).toBeVisible();
    act(() => void page.store.dispatch(api.util.invalidateTags(['Pipelines'])));
    expect(await screen.findByText(sentence('Dataset “TC042” not found in brains'))).toBeVisible();
    expect(page.ports.recorded.toasts).toEqual([]);
  });
});

const files = ['TC042_S000001_L01_ch01.tif', 'TC042_S000002_L01_ch01.tif'].map((name) => ({
  key: `acme/brains/TC042/${name}`,
  size: 1,
}));

it('the dialog of a job describes what it runs on, and starts it', async () => {
  const page = renderDataset({
    server: {
      'GET /manage/files': { json: { files } },
      'POST /pipeline/pyramid/dataset-1': { json: { jobId: 'job-1', status: 'QUEUED' } },
    },
  });
  const button = await screen.findByRole('button', { name: 'Add To Viewer' });
  await waitFor(() => expect(button).toBeEnabled());
  await userEvent.click(button);
  const dialog = await screen.findByRole('dialog', { name: 'Add To Viewer' });
  expect(dialog).toHaveTextContent('Runs on 2 images: 2 sections, 1 channel.');
  expect(dialog).toHaveTextContent('46 of 48 images are missing.');
  expect(page.server.story().some((call) => call.startsWith('POST'))).toBe(false);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Start' }));
  await waitFor(() => expect(pipelineCalls(page)).toContain('POST /pipeline/pyramid/dataset-1'));
});

it('the dialog of a job starts nothing after Cancel', async () => {
  const page = renderDataset({ server: { 'GET /manage/files': { json: { files } } } });
  const button = await screen.findByRole('button', { name: 'Register For Atlas' });
  await waitFor(() => expect(button).toBeEnabled());
  await userEvent.click(button);
  const dialog = await screen.findByRole('dialog', { name: 'Register For Atlas' });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(page.server.story().some((call) => call.startsWith('POST'))).toBe(false);
});

it('the dialog of a job explains why a dataset without images can’t be processed', async () => {
  renderDataset({});
  const button = await screen.findByRole('button', { name: 'Add To Viewer' });
  await waitFor(() => expect(button).toBeEnabled());
  await userEvent.click(button);
  const dialog = await screen.findByRole('dialog', { name: 'Add To Viewer' });
  expect(dialog).toHaveTextContent('This dataset has no readable section images. Upload images first.');
  expect(within(dialog).getByRole('button', { name: 'Start' })).toBeDisabled();
});

describe('a queued job', () => {
  const queued = { json: { jobId: 'job-1', status: 'QUEUED' } };

  it('a queued job can be cancelled if the server offers it', async () => {
    const page = renderDataset({
      features: ['pipelines.cancel'],
      server: {
        'GET /pipeline/atlas/dataset-1': inSequence(queued, { status: 404, json: {} }),
        'DELETE /pipeline/atlas/dataset-1': { json: {} },
      },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel job' }));
    await waitFor(() => expect(screen.queryByText('Register For Atlas: queued')).toBeNull());
    expect(pipelineCalls(page)).toContain('DELETE /pipeline/atlas/dataset-1');
    const cancel = page.server.calls.find(({ method }) => method === 'DELETE');
    expect(cancel?.query.get('jobId')).toBe('job-1');
  });

  it('a queued job can’t be cancelled if the server does not offer it', async () => {
    renderDataset({ server: { 'GET /pipeline/atlas/dataset-1': queued } });
    expect(await screen.findByText('Register For Atlas: queued')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Cancel job' })).toBeNull();
  });
});

describe('the dialog of a job with several images of a section', () => {
  // The original was uploaded after its rescan.
  const aScan = (path: string, modified: string, lastModified: string) => {
    return { key: `acme/brains/TC042/${path}TC042_S000001_L01_ch01.tif`, size: 1, modified, lastModified };
  };
  const twice = [
    aScan('', '2030-11-26T00:00:00Z', '2030-11-30T12:00:00Z'),
    aScan('rescan/', '2030-11-29T00:00:00Z', '2030-11-30T11:00:00Z'),
  ];

  function renderTwice(features: NonNullable<RouteOptions['features']>, files: readonly object[] = twice) {
    return renderDataset({
      features,
      server: {
        'GET /manage/files': { json: { files } },
        'POST /pipeline/pyramid/dataset-1': { json: { jobId: 'job-1', status: 'QUEUED' } },
      },
    });
  }

  async function openDialog(features: NonNullable<RouteOptions['features']>, page = renderTwice(features)) {
    const button = await screen.findByRole('button', { name: 'Add To Viewer' });
    await waitFor(() => expect(button).toBeEnabled());
    await userEvent.click(button);
    return { page, dialog: within(await screen.findByRole('dialog', { name: 'Add To Viewer' })) };
  }

  async function startAndReadBody({ page, dialog }: Awaited<ReturnType<typeof openDialog>>): Promise<unknown> {
    await userEvent.click(dialog.getByRole('button', { name: 'Start' }));
    const sent = () => page.server.calls.filter(({ method }) => method === 'POST');
    await waitFor(() => expect(sent()).toHaveLength(1));
    return sent()[0]?.body;
  }

  it('the dialog of a job proposes the latest scans, and says which ones are left out', async () => {
    const opened = await openDialog(['pipelines.choose']);
    const { dialog } = opened;
    expect(dialog.getByLabelText('1 image scanned twice. Use')).toHaveValue('latest');
    const place = within(dialog.getByRole('group', { name: 'Section 1, layer 1, channel 1' }));
    expect(place.getByRole('radio', { name: /^rescan\/TC042_S000001_L01_ch01\.tif/ })).toBeChecked();
    expect(place.getByRole('radio', { name: /^Left out: TC042_S000001_L01_ch01\.tif/ })).not.toBeChecked();
    expect(await startAndReadBody(opened)).toEqual({ use: ['rescan/TC042_S000001_L01_ch01.tif'] });
  });

  it('a scan that is chosen in the preview is also the one that the map names and the job uses', async () => {
    const page = renderTwice(['pipelines.choose']);
    const map = await screen.findByRole('slider', { name: 'Completeness map' });
    const mapText = (text: string) => expect(map.getAttribute('aria-valuetext')).toBe(`S000001 ch01: ${text} is shown`);
    await waitFor(() => mapText('scanned twice (2 files), rescan/TC042_S000001_L01_ch01.tif'));
    expect(screen.getByText(/Shown: the latest scan/)).toBeVisible();
    const pictures = () => page.server.story().filter((call) => call.includes('/get-downsampled-image/'));
    await waitFor(() => expect(pictures()).toEqual([expect.stringContaining('rescan')]));
    const preview = within(await screen.findByRole('region', { name: 'Section preview' }));
    await userEvent.click(preview.getByRole('radio', { name: /^Left out: TC042_/ }));
    mapText('scanned twice (2 files), TC042_S000001_L01_ch01.tif');
    await waitFor(() => expect(pictures()).toHaveLength(2));
    expect(pictures()[1]).not.toContain('rescan');
    await userEvent.click(screen.getByRole('button', { name: 'Choose scans' }));
    const choice = within(await screen.findByRole('dialog', { name: 'Choose scans' }));
    expect(choice.getByRole('radio', { checked: true })).toHaveAccessibleName(/^TC042_/);
    await userEvent.click(choice.getByRole('button', { name: 'Close' }));
    const opened = await openDialog([], page);
    expect(opened.dialog.getByRole('radio', { checked: true })).toHaveAccessibleName(/^TC042_/);
    expect(await startAndReadBody(opened)).toEqual({});
  });

  it('a scan is not called the latest if the date of another one is not known', async () => {
    const page = renderTwice(['pipelines.choose'], [aScan('', '', '2030-11-30T12:00:00Z'), twice[1] ?? {}]);
    expect(await screen.findByText(/Shown: the first by name, because the latest scan is not known/)).toBeVisible();
    const { dialog } = await openDialog([], page);
    expect(dialog.getByText(/^Which scan is the latest is not known\./)).toBeVisible();
    expect(dialog.getByRole('radio', { checked: true })).toHaveAccessibleName(/^TC042_/);
  });

  it('the dialog of a job lets the user choose among the images one by one', async () => {
    const opened = await openDialog(['pipelines.choose']);
    await userEvent.click(opened.dialog.getByRole('radio', { name: /^Left out:/ }));
    expect(opened.dialog.getByRole('radio', { checked: true })).toHaveAccessibleName(/^TC042_S000001_L01_ch01\.tif/);
    expect(opened.dialog.getByRole('radio', { name: /^Left out: rescan\/TC042_S000001_L01_ch01\.tif/ })).toBeVisible();
    expect(await startAndReadBody(opened)).toEqual({});
  });

  it('the dialog of a job offers no choice that the server does not support', async () => {
    const opened = await openDialog([]);
    expect(opened.dialog.queryByRole('combobox')).toBeNull();
    expect(opened.dialog.getByText('1 other scan is left out:')).toBeVisible();
    expect(await startAndReadBody(opened)).toEqual({});
  });
});
