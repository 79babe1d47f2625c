import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Feature } from '../../src/api/configuration';
import { DatasetScreen } from '../../src/screens/DatasetScreen';
import { aDataset, aProject } from '../support/builders';
import { renderRoute } from '../support/renderRoute';

const ROOT = 'acme/brains/TC042';
const SEALED = { jobId: 'job-1', status: 'DONE', sealedAt: '2026-11-30T12:00:00Z', sealUrl: 'https://api.test/seal/1' };
const FEATURES = ['seal', 'pipelines.list', 'files.delete', 'files.restore'] as const;

async function openDataset(seal: object | undefined, features: readonly Feature[] = FEATURES) {
  const state = { seal };
  const page = renderRoute(<DatasetScreen />, {
    at: `/${ROOT}`,
    features,
    server: {
      'GET /project': { json: { projects: [aProject()] } },
      'GET /dataset/project-1': { json: { datasets: [aDataset()] } },
      'GET /manage/files': { json: { files: [{ key: `${ROOT}/a.tif`, size: 1_024 }] } },
      'GET /pipeline/dataset-1': () => ({ json: { jobs: { seal: state.seal } } }),
      'POST /pipeline/seal/dataset-1': { json: { jobId: 'job-1', status: 'QUEUED' } },
      'DELETE /manage/files': { json: { deleted: [`${ROOT}/a.tif`] } },
    },
  });
  const grid = await screen.findByRole('grid', { name: 'Files of TC042' });
  return { ...page, grid, state };
}

describe('the seal of a dataset', () => {
  it('the dialog says what a seal is, and starts the job', async () => {
    const { server } = await openDataset(undefined);
    await userEvent.click(await screen.findByRole('button', { name: 'Seal dataset' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Seal dataset' }));
    expect(dialog.getByText(/A later change breaks the seal/)).toBeVisible();
    await userEvent.click(dialog.getByRole('button', { name: 'Start' }));
    await waitFor(() => expect(server.story()).toContain('POST /pipeline/seal/dataset-1'));
    expect(screen.queryByRole('status', { name: 'Sealed' })).toBeNull();
  });

  it('a sealed dataset shows its date, and asks before files are deleted', async () => {
    const { grid, state } = await openDataset(SEALED);
    const status = await screen.findByRole('status', { name: 'Sealed' });
    expect(status).toHaveTextContent(/^Sealed .*2026/);
    expect(within(status).getByRole('link')).toHaveAttribute('href', SEALED.sealUrl);
    await userEvent.click(within(grid).getByRole('checkbox', { name: 'a.tif' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Delete files' }));
    const question = within(await screen.findByRole('dialog', { name: 'Break the seal?' }));
    expect(question.getByText(/The change breaks its seal/)).toBeVisible();
    await userEvent.click(question.getByRole('button', { name: 'Continue' }));
    state.seal = { ...SEALED, isBroken: true };
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete files' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(status).toHaveTextContent(/^Seal of .*broken$/));
  });

  it('a sealed dataset asks before changed metadata is saved, and keeps them unsaved after Cancel', async () => {
    const { server } = await openDataset(SEALED);
    await screen.findByRole('status', { name: 'Sealed' });
    await userEvent.click(screen.getByRole('button', { name: 'Edit metadata' }));
    const description = await screen.findByRole('textbox', { name: 'Description' });
    await userEvent.type(description, ' changed');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    const question = within(await screen.findByRole('dialog', { name: 'Break the seal?' }));
    await userEvent.click(question.getByRole('button', { name: 'Cancel' }));
    expect(server.story().filter((call) => /^(PUT|PATCH) /.test(call))).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Continue' }));
    await waitFor(() => expect(server.story().some((call) => /^(PUT|PATCH) \/dataset\//.test(call))).toBe(true));
  });

  it('a broken seal is said, and nothing is asked before a change', async () => {
    const { grid } = await openDataset({ ...SEALED, isBroken: true });
    expect(await screen.findByRole('status', { name: 'Sealed' })).toHaveTextContent(/broken$/);
    await userEvent.click(within(grid).getByRole('checkbox', { name: 'a.tif' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Delete files' }));
    expect(await screen.findByRole('dialog', { name: 'Delete files' })).toBeVisible();
  });

  it('the button that seals is absent if the server offers no seals', async () => {
    await openDataset(undefined, ['pipelines.list']);
    expect(screen.queryByRole('button', { name: 'Seal dataset' })).toBeNull();
  });
});
