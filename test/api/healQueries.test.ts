import { projectsApi } from '../../src/api/projects';
import { createTestStore } from '../support/createTestStore';
import { signedInPorts } from '../support/fakePorts';
import { createFakeServer, type FakeAnswer } from '../support/fakeServer';
import { stopAfterTest } from '../support/stopAfterTest';
import { pass } from '../support/virtualTime';

const PROJECTS: FakeAnswer = { json: { projects: [] } };

/** Sends the query of the projects, as a component that shows them. */
async function listProjects(answer: FakeAnswer) {
  jest.useFakeTimers();
  const start = Date.now();
  const seconds: number[] = [];
  const answers = { projects: answer };
  const server = createFakeServer({
    'GET /project': () => {
      seconds.push((Date.now() - start) / 1_000);
      return answers.projects;
    },
    'GET /project/summary': { json: { summaries: {} } },
  });
  const ports = signedInPorts({ fetch: server.fetch });
  const { store } = stopAfterTest(createTestStore({ ports }));
  const { listProjects: list, summarizeProjects } = projectsApi.endpoints;
  void store.dispatch(summarizeProjects.initiate());
  const request = store.dispatch(list.initiate());
  await pass(0);
  return { store, ports, server, answers, seconds, request, read: () => list.select()(store.getState()) };
}

describe('the repetition of failed queries', () => {
  it('asks after growing pauses until the server responds, and keeps the error until then', async () => {
    const { answers, seconds, read } = await listProjects('unreachable');
    await pass(26_000);
    expect(seconds).toEqual([0, 1, 3, 7, 15, 25]);
    expect(read().error).toEqual({ kind: 'unreachable' });
    answers.projects = PROJECTS;
    await pass(100_000);
    expect(seconds).toEqual([0, 1, 3, 7, 15, 25, 35]);
    expect(read().data).toEqual([]);
  });

  it('asks at once for what failed, and for nothing else, when the browser is online again', async () => {
    const { ports, answers, server, read } = await listProjects('unreachable');
    answers.projects = PROJECTS;
    // RTK Query puts subscriptions into the state later.
    await pass(600);
    ports.control.setOnline(true);
    ports.control.returnToPage();
    await pass(0);
    expect(read().data).toEqual([]);
    ports.control.setOnline(true);
    ports.control.returnToPage();
    await pass(100_000);
    expect(server.story().filter((call) => call.startsWith('GET /project'))).toEqual([
      'GET /project/summary',
      'GET /project',
      'GET /project',
    ]);
  });

  it('asks for nothing that no component shows any more', async () => {
    const { request, seconds } = await listProjects('unreachable');
    request.unsubscribe();
    await pass(100_000);
    expect(seconds).toEqual([0]);
  });

  it.each([403, 404, 409])('a picture is not requested again after a refusal with status %i', async (status) => {
    const { seconds } = await listProjects({ status, json: { msg: 'x' } });
    await pass(100_000);
    expect(seconds).toEqual([0]);
  });

  it('reports a failing server once, and asks until it responds', async () => {
    const { ports, answers, read } = await listProjects({ status: 503, json: { msg: 'Maintenance' } });
    await pass(60_000);
    expect(ports.recorded.toasts.map(({ text }) => text)).toEqual(['Request failed with Error Maintenance']);
    answers.projects = PROJECTS;
    await pass(20_000);
    expect(read().data).toEqual([]);
  });
});
