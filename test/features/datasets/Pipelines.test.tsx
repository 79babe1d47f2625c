import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import type { Pipeline } from '../../../src/api/pipelines';
import { JobButtons, JobStates } from '../../../src/features/datasets/DatasetActions';
import { PipelineDialog } from '../../../src/features/datasets/Pipelines';
import { aDataset } from '../../support/builders';
import { inSequence } from '../../support/fakeServer';
import { renderRoute } from '../../support/renderRoute';
import { pass as passTime } from '../../support/virtualTime';

const ROOT_PATH = 'acme/brains/TC042';

const answers = {
  'GET /manage/files': { json: { files: [{ key: `${ROOT_PATH}/TC042_S000001_L01_ch01.tif`, size: 1024 }] } },
};

function Jobs() {
  const dataset = aDataset();
  const { datasetHash } = dataset;
  const [job, setJob] = useState<Pipeline>();
  return (
    <>
      <JobButtons datasetHash={datasetHash} isViewerElsewhere={false} onOpen={setJob} />
      <JobStates datasetHash={datasetHash} viewerFragment="" />
      {job !== undefined && (
        <PipelineDialog pipeline={job} dataset={dataset} rootPath={ROOT_PATH} onClose={() => setJob(undefined)} />
      )}
    </>
  );
}

function renderJobs(server: Parameters<typeof renderRoute>[1]['server']) {
  return renderRoute(<Jobs />, { at: '/acme/brains/TC042', server: { ...answers, ...server } });
}

/** Clicks the button of a job, and `Start` in its dialog. */
async function startJob(button: HTMLElement): Promise<void> {
  await userEvent.click(button);
  const startButton = await screen.findByRole('button', { name: 'Start' });
  await waitFor(() => expect(startButton).toBeEnabled());
  await userEvent.click(startButton);
}

it.each([
  ['Multi-Modal Registration', 'multimodel'],
  ['Register For Atlas', 'atlas'],
])('the job %s is not started twice while it is running', async (name, pipeline) => {
  renderJobs({ [`GET /pipeline/${pipeline}/dataset-1`]: { json: { jobId: 'job-1', status: 'RUNNING' } } });
  expect(await screen.findByText(`${name}: running`)).toBeVisible();
  expect(screen.getByRole('button', { name })).toBeDisabled();
});

it('the viewer opens in a new tab without opener or referrer', async () => {
  const run = {
    jobId: 'job-1',
    status: 'DONE',
    viewerUrl: 'https://viewer.test/TC042',
    message: '2 files left out.',
  };
  renderJobs({ 'GET /pipeline/pyramid/dataset-1': { json: run } });
  const link = await screen.findByRole('link', { name: 'Open viewer' });
  expect(link).toHaveAttribute('target', '_blank');
  expect(link).toHaveAttribute('rel', 'noopener noreferrer');
  expect(screen.getByText('2 files left out.')).toBeVisible();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Add To Viewer' })).toBeEnabled());
});

it('a failed pipeline can be restarted and shows why it failed', async () => {
  const page = renderJobs({
    'GET /pipeline/atlas/dataset-1': inSequence(
      { json: { jobId: 'job-1', status: 'FAILED', message: 'Too few sections.' } },
      { json: { jobId: 'job-2', status: 'QUEUED' } },
    ),
    'POST /pipeline/atlas/dataset-1': { json: { jobId: 'job-2', status: 'QUEUED' } },
  });
  expect(await screen.findByText('Register For Atlas: failed')).toBeVisible();
  expect(screen.getByText(/^Too few sections\. The files are unchanged\. You can start it again\.$/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Details' }));
  expect(await screen.findByRole('dialog')).toHaveTextContent('Register For Atlas: failedToo few sections.');
  await userEvent.keyboard('{Escape}');
  const button = screen.getByRole('button', { name: 'Register For Atlas' });
  await waitFor(() => expect(button).toBeEnabled());
  await startJob(button);
  expect(await screen.findByText('Register For Atlas: queued')).toBeVisible();
  expect(screen.getByText('Waiting for an available workstation. You can leave this page.')).toBeVisible();
  expect(page.server.story().filter((call) => call.startsWith('POST'))).toHaveLength(1);
});

it('a pipeline is not started twice while its new state is unknown', async () => {
  const page = renderJobs({
    'GET /pipeline/pyramid/dataset-1': inSequence({ status: 404, json: {} }, 'hanging'),
    'POST /pipeline/pyramid/dataset-1': { json: { jobId: 'job-1', status: 'QUEUED' } },
  });
  const button = await screen.findByRole('button', { name: 'Add To Viewer' });
  await waitFor(() => expect(button).toBeEnabled());
  await userEvent.dblClick(button);
  await userEvent.dblClick(await screen.findByRole('button', { name: 'Start' }));
  expect(await screen.findByText('Add To Viewer: queued')).toBeVisible();
  await userEvent.click(button);
  expect(button).toBeDisabled();
  expect(page.server.story().filter((call) => call.startsWith('POST'))).toEqual(['POST /pipeline/pyramid/dataset-1']);
});

it('a pipeline that could not be started can be retried', async () => {
  const page = renderJobs({ 'POST /pipeline/atlas/dataset-1': { status: 409, json: { msg: 'Not now' } } });
  const button = await screen.findByRole('button', { name: 'Register For Atlas' });
  await waitFor(() => expect(button).toBeEnabled());
  await startJob(button);
  await waitFor(() =>
    expect(page.ports.recorded.toasts).toEqual([{ text: 'Request failed with Error Not now', severity: 'error' }]),
  );
  await waitFor(() => expect(button).toBeEnabled());
  expect(screen.queryByText(/^Register For Atlas:/)).toBeNull();
});

it('an unreadable pipeline state is reported in place, without a toast', async () => {
  const page = renderJobs({ 'GET /pipeline/atlas/dataset-1': { status: 418, json: { msg: 'Out of order' } } });
  expect(await screen.findByText('Register For Atlas: unknown')).toBeVisible();
  expect(screen.getByText('The status could not be loaded: Request failed with Error Out of order')).toBeVisible();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Register For Atlas' })).toBeEnabled());
  expect(page.ports.recorded.toasts).toEqual([]);
});

it.each(['{Enter>9/}', ' '])('a pipeline is started once, however long “%s” is held on its button', async (keys) => {
  const page = renderJobs({
    'GET /pipeline/atlas/dataset-1': inSequence({ status: 404, json: {} }, 'hanging'),
    'POST /pipeline/atlas/dataset-1': { json: { jobId: 'job-1', status: 'QUEUED' } },
  });
  const button = await screen.findByRole('button', { name: 'Register For Atlas' });
  await waitFor(() => expect(button).toBeEnabled());
  act(() => button.focus());
  await userEvent.keyboard(keys);
  const startButton = await screen.findByRole('button', { name: 'Start' });
  await waitFor(() => expect(startButton).toBeEnabled());
  act(() => startButton.focus());
  await userEvent.keyboard(keys);
  expect(await screen.findByText('Register For Atlas: queued')).toBeVisible();
  act(() => button.focus());
  await userEvent.keyboard(keys);
  expect(page.server.story().filter((call) => call.startsWith('POST'))).toHaveLength(1);
});

it('a finished pipeline can be restarted, which hides the old result', async () => {
  const done = { jobId: 'job-1', status: 'DONE', viewerUrl: 'https://viewer.test/TC042' };
  renderJobs({
    'GET /pipeline/pyramid/dataset-1': inSequence({ json: done }, { json: { jobId: 'job-2', status: 'RUNNING' } }),
    'POST /pipeline/pyramid/dataset-1': { json: { jobId: 'job-2', status: 'QUEUED' } },
  });
  expect(await screen.findByRole('link', { name: 'Open viewer' })).toBeVisible();
  const button = screen.getByRole('button', { name: 'Add To Viewer' });
  await waitFor(() => expect(button).toBeEnabled());
  await startJob(button);
  expect(await screen.findByText('Add To Viewer: running')).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Open viewer' })).toBeNull();
});

it('a viewer URL that is not http(s) becomes no link', async () => {
  const run = { jobId: 'job-1', status: 'DONE', viewerUrl: 'javascript:alert(1)' };
  renderJobs({ 'GET /pipeline/pyramid/dataset-1': { json: run } });
  expect(await screen.findByText('Add To Viewer: done')).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Open viewer' })).toBeNull();
});

describe('polling of a running pipeline', () => {
  beforeEach(() => void jest.useFakeTimers());

  const GET = 'GET /pipeline/pyramid/dataset-1';
  const asked = ({ server }: ReturnType<typeof renderJobs>): number =>
    server.story().filter((call) => call === GET).length;
  const pass = (milliseconds: number): Promise<void> => act(() => passTime(milliseconds));

  async function renderRunning() {
    const running = { json: { jobId: 'job-1', status: 'RUNNING', message: '3 of 12 images are ready.' } };
    const page = renderJobs({ [GET]: running });
    expect(await screen.findByText('Add To Viewer: running')).toBeVisible();
    expect(screen.getByText(/^3 of 12 images are ready\. Runs in the background/)).toBeVisible();
    return page;
  }

  it('the page requests the state of a running pipeline every ten seconds, every minute after ten requests, and stops at the end', async () => {
    const page = await renderRunning();
    await pass(9_000);
    expect(asked(page)).toBe(1);
    await pass(92_000);
    expect(asked(page)).toBe(11);
    await pass(55_000);
    expect(asked(page)).toBe(11);
    page.server.on(GET, { json: { jobId: 'job-1', status: 'DONE' } });
    await pass(10_000);
    expect(asked(page)).toBe(12);
    expect(screen.getByText('Add To Viewer: done')).toBeVisible();
    await pass(600_000);
    expect(asked(page)).toBe(12);
  });

  it('the polling of a pipeline pauses while the page is hidden', async () => {
    const page = await renderRunning();
    act(() => page.ports.control.hidePage());
    await pass(300_000);
    expect(asked(page)).toBe(1);
    act(() => page.ports.control.returnToPage());
    await pass(11_000);
    expect(asked(page)).toBe(2);
  });

  it('the polling of a pipeline stops when the user leaves the page', async () => {
    const page = await renderRunning();
    cleanup();
    await pass(300_000);
    expect(asked(page)).toBe(1);
  });

  it('the page keeps the last state of a pipeline while the server is unavailable, without repeated toasts', async () => {
    const page = await renderRunning();
    page.server.on(GET, 'unreachable');
    await pass(25_000);
    expect(screen.getByText('Add To Viewer: running')).toBeVisible();
    expect(screen.getByText(/The status could not be loaded: The server did not respond\.$/)).toBeVisible();
    expect(page.ports.recorded.toasts).toEqual([]);
    page.server.on(GET, { json: { jobId: 'job-1', status: 'DONE' } });
    await pass(11_000);
    expect(screen.getByText('Add To Viewer: done')).toBeVisible();
    expect(screen.queryByText(/could not be read/)).toBeNull();
  });
});
