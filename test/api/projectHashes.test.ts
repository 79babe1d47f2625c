import { createHash } from 'node:crypto';
import { projectChangesApi } from '../../src/api/projectChanges';
import { projectsApi } from '../../src/api/projects';
import { createApiStore, createFakeExtra } from '../support/createApiStore';
import { createFakeServer } from '../support/fakeServer';
import { pass } from '../support/virtualTime';

const project = { sponsorId: 'acme', title: 'brains' };
const hash = createHash('md5').update('acme/brains').digest('hex');

/** Creates a store over a server that sends no hashes. The first loads of the code that computes them fail. */
function setUp({ failures }: { readonly failures: number }) {
  jest.resetModules();
  let left = failures;
  jest.doMock('../../src/domain/uploads/checksums', () => {
    left -= 1;
    if (left >= 0) throw new Error('Loading chunk 12 failed.');
    return jest.requireActual<object>('../../src/domain/uploads/checksums');
  });
  const server = createFakeServer({
    'GET /project': { json: { projects: [project] } },
    'POST /project': { json: project },
    'PATCH /project/*': { json: project },
  });
  return { server, store: createApiStore(createFakeExtra(server)) };
}

beforeEach(() => {
  jest.useFakeTimers();
  // RTK Query logs unexpected errors.
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

it('a project list without hashes names the reason if the code for hashes cannot be loaded, and loads again', async () => {
  const { store } = setUp({ failures: 1 });
  const { listProjects } = projectsApi.endpoints;
  const query = store.dispatch(listProjects.initiate());
  const failed = await query;
  expect(failed.error).toMatchObject({
    message: 'This part of the page could not be loaded. Check your connection and try again.',
  });
  await query.refetch();
  expect(listProjects.select()(store.getState()).data).toEqual([{ ...project, projectHash: hash }]);
});

type Store = ReturnType<typeof createApiStore>;
const { createProject, updateProject } = projectChangesApi.endpoints;
const update = { projectHash: hash, changes: { title: 'brains' } };

it.each([
  ['created', (store: Store) => store.dispatch(createProject.initiate({ title: 'brains' })), 'POST /project'],
  ['changed', (store: Store) => store.dispatch(updateProject.initiate(update)), `PATCH /project/${hash}`],
])('a project %s on a server without hashes is returned once the code has loaded', async (_title, change, call) => {
  const { store, server } = setUp({ failures: 2 });
  const changed = change(store);
  await pass(4_000);
  expect(await changed).toMatchObject({ data: { ...project, projectHash: hash } });
  expect(server.story().filter((one) => one === call)).toHaveLength(1);
});
