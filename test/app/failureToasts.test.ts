import { expectSaga } from 'redux-saga-test-plan';
import { startUpload } from '../../src/api/gateways';
import { projectChangesApi } from '../../src/api/projectChanges';
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
  ])('that returns %j shows a toast', async (answer, text) => {
    expect((await deleteProject(answer)).toasts).toEqual([{ text, severity: 'error' }]);
  });

  it('that returns 404 is only logged', async () => {
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

describe('a failed call of the transfers', () => {
  it('shows no toast, because the transfers report it', async () => {
    const ports = createFakePorts();
    signIn(ports);
    const refreshSession = () => Promise.resolve({ ok: true, value: null } as const);
    await expectSaga(startUpload, 'k', 1)
      .provide(provideContext({ ports, config: aDeployment(), refreshSession, hasFeature: () => false }))
      .run();
    expect(ports.recorded.toasts).toEqual([]);
  });
});
