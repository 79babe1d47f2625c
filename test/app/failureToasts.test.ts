import { expectSaga } from 'redux-saga-test-plan';
import { startUpload } from '../../src/api/gateways';
import { projectChangesApi } from '../../src/api/projectChanges';
import { projectsApi } from '../../src/api/projects';
import { aDeployment } from '../support/builders';
import { createTestStore, type TestStore } from '../support/createTestStore';
import { createFakePorts, signIn } from '../support/fakePorts';
import { createFakeServer, type FakeAnswer } from '../support/fakeServer';
import { provideContext } from '../support/provideContext';

let started: TestStore | undefined;
afterEach(() => started?.stop());

async function deleteProject(answer: FakeAnswer) {
  const server = createFakeServer({ 'DELETE /project/p': answer });
  const ports = createFakePorts({ fetch: server.fetch });
  signIn(ports);
  started = createTestStore({ ports });
  const { deleteProject: endpoint } = projectChangesApi.endpoints;
  await started.store.dispatch(endpoint.initiate({ projectHash: 'p', permanentDelete: false }));
  return ports.recorded;
}

describe('a failed call of the screens', () => {
  it.each<[FakeAnswer, string]>([
    [{ status: 403, json: { msg: 'x' } }, 'Forbidden access. Request admin to perform this action'],
    [{ status: 409, json: { msg: 'in use' } }, 'Request failed with Error in use'],
    ['unreachable', 'Request failed with Error The server could not be reached. Check your connection and try again.'],
  ])('a failed call of the screens that returns %j shows a toast', async (answer, text) => {
    expect((await deleteProject(answer)).toasts).toEqual([{ text, severity: 'error' }]);
  });

  it('a failed call of the screens that returns 404 is only logged', async () => {
    const { toasts, logs } = await deleteProject({ status: 404, json: { msg: 'No such project' } });
    expect(toasts).toEqual([]);
    expect(logs).toContain('No such project');
  });

  it('is logged without secrets in the server’s message', async () => {
    const msg = 'access-1 may not see https://files.test/a?X-Amz-Signature=0123456789';
    const { logs } = await deleteProject({ status: 404, json: { msg } });
    expect(logs.join()).toContain('may not see');
    expect(logs.join()).not.toMatch(/access-1|files\.test|0123456789/);
  });
});

describe('an outage', () => {
  const TEXT = 'Request failed with Error The server could not be reached. Check your connection and try again.';
  const toast = { text: TEXT, severity: 'error' };

  function start() {
    const answers: { list: FakeAnswer } = { list: 'unreachable' };
    const server = createFakeServer({ 'GET /project': () => answers.list, 'DELETE /project/p': 'unreachable' });
    const ports = createFakePorts({ fetch: server.fetch });
    signIn(ports);
    started = createTestStore({ ports });
    const { store } = started;
    const list = () => store.dispatch(projectsApi.endpoints.listProjects.initiate(undefined, { forceRefetch: true }));
    const remove = () =>
      store.dispatch(projectChangesApi.endpoints.deleteProject.initiate({ projectHash: 'p', permanentDelete: false }));
    return { toasts: ports.recorded.toasts, list, remove, answers };
  }

  it('causes one toast for all queries that fail because of it', async () => {
    const { toasts, list } = start();
    await list();
    await list();
    expect(toasts).toEqual([toast]);
  });

  it('causes another toast for each command of the user', async () => {
    const { toasts, list, remove } = start();
    await list();
    await remove();
    expect(toasts).toEqual([toast, toast]);
  });

  it.each<[string, FakeAnswer, number]>([
    ['an answer', { json: { projects: [] } }, 2],
    ['a refusal', { status: 409, json: { msg: 'x' } }, 3],
  ])('ends with %s, after which the next one is reported', async (_what, answer, count) => {
    const { toasts, list, answers } = start();
    await list();
    answers.list = answer;
    await list();
    answers.list = 'unreachable';
    await list();
    expect(toasts).toHaveLength(count);
  });
});

describe('a failed call of the transfers', () => {
  it('shows no toast, because the transfers report it', async () => {
    const ports = createFakePorts();
    signIn(ports);
    const refreshSession = () => Promise.resolve({ ok: true, value: null } as const);
    await expectSaga(startUpload, 'k', 1, {})
      .provide(provideContext({ ports, config: aDeployment(), refreshSession, hasFeature: () => false }))
      .run();
    expect(ports.recorded.toasts).toEqual([]);
  });
});
