import { act, screen, waitFor } from '@testing-library/react';
import { api } from '../../src/api/api';
import { DatasetScreen } from '../../src/screens/DatasetScreen';
import { aDataset, aProject } from '../support/builders';
import { inTurn } from '../support/fakeServer';
import { renderRoute } from '../support/renderRoute';

const answers = {
  'GET /project': { json: { projects: [aProject()] } },
  'GET /dataset/project-1': { json: { datasets: [aDataset()] } },
  'GET /manage/files': { json: { files: [] } },
};

type RouteOptions = Parameters<typeof renderRoute>[1];

function renderDataset({ server, ...given }: Partial<RouteOptions>) {
  return renderRoute(<DatasetScreen />, { at: '/acme/brains/TC042', server: { ...answers, ...server }, ...given });
}

function pipelineCalls({ server }: ReturnType<typeof renderRoute>): readonly string[] {
  return server.story().filter((call) => call.includes('/pipeline/'));
}

describe('the states of the jobs', () => {
  it('are requested in one call if the server offers it, without a 404 for jobs that never ran', async () => {
    const page = renderDataset({
      features: ['pipelines.list'],
      server: { 'GET /pipeline/dataset-1': { json: { jobs: { pyramid: { jobId: 'job-1', status: 'DONE' } } } } },
    });
    expect(await screen.findByText('Add To Viewer: done')).toBeVisible();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Register For Atlas' })).toBeEnabled());
    expect(screen.queryByText(/^Register For Atlas:/)).toBeNull();
    expect(pipelineCalls(page)).toEqual(['GET /pipeline/dataset-1']);
  });

  it('are requested one by one otherwise', async () => {
    const page = renderDataset({});
    await waitFor(() =>
      expect(pipelineCalls(page)).toEqual([
        'GET /pipeline/multimodel/dataset-1',
        'GET /pipeline/pyramid/dataset-1',
        'GET /pipeline/atlas/dataset-1',
      ]),
    );
  });

  it('show that the dataset no longer exists if the one call returns 404', async () => {
    const page = renderDataset({
      features: ['pipelines.list'],
      server: {
        'GET /dataset/project-1': inTurn({ json: { datasets: [aDataset()] } }, { json: { datasets: [] } }),
        'GET /pipeline/dataset-1': inTurn({ json: { jobs: {} } }, { status: 404, json: { msg: 'Not found.' } }),
      },
    });
    await waitFor(() => expect(screen.getByRole('button', { name: 'Add To Viewer' })).toBeEnabled());
    act(() => void page.store.dispatch(api.util.invalidateTags(['Pipelines'])));
    expect(await screen.findByText('Dataset “TC042” not found in brains')).toBeVisible();
    expect(page.ports.recorded.toasts).toEqual([]);
  });
});
