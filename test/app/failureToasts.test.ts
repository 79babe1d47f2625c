import { startUpload } from '../../src/api/gateways';
import { projectChangesApi } from '../../src/api/projectChanges';
import { projectsApi } from '../../src/api/projects';
import { aDeployment } from '../support/builders';
import { createTestStore } from '../support/createTestStore';
import { expectSaga } from '../support/expectSaga';
import { signedInPorts } from '../support/fakePorts';
import { createFakeServer, type FakeAnswer } from '../support/fakeServer';
import { provideContext } from '../support/provideContext';
import { stopAfterTest } from '../support/stopAfterTest';

async function deleteProject(answer: FakeAnswer) {
  const server = createFakeServer({ 'DELETE /project/p': answer, 'GET /project': 'unreachable' });
  const ports = signedInPorts({ fetch: server.fetch });
  const { store } = stopAfterTest(createTestStore({ ports }));
  const { deleteProject: endpoint } = projectChangesApi.endpoints;
  await store.dispatch(endpoint.initiate({ projectHash: 'p', permanentDelete: false }));
  return { ...ports.recorded, store };
}

it.each<[FakeAnswer, string]>([
  [{ status: 403, json: { msg: 'x' } }, 'Forbidden access. Request admin to perform this action'],
  [{ status: 409, json: { msg: 'in use' } }, 'Request failed with Error in use'],
  [
    'unreachable',
    'Request failed with Error The server could not be reached. Check your connection and try again. It is not known whether the change was made.',
  ],
])('a failed call of the screens that returns %j shows a toast', async (answer, text) => {
  expect((await deleteProject(answer)).toasts).toEqual([{ text, severity: 'error' }]);
});

it('a failed call of the screens that returns 404 is logged without secrets in the server’s message', async () => {
  const msg = 'access-1 may not see https://files.test/a?X-Amz-Signature=0123456789';
  const { logs } = await deleteProject({ status: 404, json: { msg } });
  expect(logs.join()).toContain('may not see');
  expect(logs.join()).not.toMatch(/access-1|files\.test|0123456789/);
});

it('an outage causes toasts for the commands of the user, not for queries', async () => {
  const { toasts, store } = await deleteProject('unreachable');
  await store.dispatch(projectsApi.endpoints.listProjects.initiate());
  expect(toasts).toHaveLength(1);
});

it('a failed call of the transfers shows no toast, because the transfers report it', async () => {
  const ports = signedInPorts();
  const refreshSession = () => Promise.resolve({ ok: true, value: null } as const);
  await expectSaga(startUpload, 'k', 1, { lastModified: 0, size: 1 })
    .provide(provideContext({ ports, config: aDeployment(), refreshSession, hasFeature: () => false }))
    .run();
  expect(ports.recorded.toasts).toEqual([]);
});
