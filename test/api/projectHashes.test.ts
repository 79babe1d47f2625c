import { createHash } from 'node:crypto';
import { projectChangesApi } from '../../src/api/projectChanges';
import { projectsApi } from '../../src/api/projects';
import { createApiStore, createFakeExtra } from '../support/createApiStore';
import { createFakeServer } from '../support/fakeServer';

const project = { sponsorId: 'acme', title: 'brains' };
const hash = createHash('md5').update('acme/brains').digest('hex');

/** Creates a store over a server that sends no hashes. */
const createStore = () =>
  createApiStore(
    createFakeExtra(
      createFakeServer({
        'GET /project': { json: { projects: [project] } },
        'POST /project': { json: project },
        'PATCH /project/*': { json: project },
      }),
    ),
  );

type Store = ReturnType<typeof createStore>;
const { createProject, updateProject } = projectChangesApi.endpoints;
const update = { projectHash: hash, changes: { title: 'brains' } };

it('a project list without hashes gets the MD5s of sponsors and titles', async () => {
  const list = await createStore().dispatch(projectsApi.endpoints.listProjects.initiate());
  expect(list.data).toEqual([{ ...project, projectHash: hash }]);
});

it.each([
  ['created', (store: Store) => store.dispatch(createProject.initiate({ title: 'brains' }))],
  ['changed', (store: Store) => store.dispatch(updateProject.initiate(update))],
])('a project %s on a server without hashes gets the MD5 of sponsor and title', async (_title, change) => {
  expect(await change(createStore())).toMatchObject({ data: { ...project, projectHash: hash } });
});
