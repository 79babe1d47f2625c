import type { Action, ThunkAction } from '@reduxjs/toolkit';
import { api } from '../../src/api/api';
import '../../src/api/datasets';
import '../../src/api/files';
import '../../src/api/projectChanges';
import '../../src/api/projects';
import { aDataset, aProject } from '../support/builders';
import { createApiStore, createFakeExtra } from '../support/createApiStore';
import { createFakeServer, type FakeAnswer } from '../support/fakeServer';
import { until } from '../support/until';

type EndpointName = keyof typeof api.endpoints;

const LISTS = ['GET /project', 'GET /dataset/project-1', 'GET /manage/files'];
const [PROJECTS, DATASETS, FILES] = LISTS;

/** Creates a store that subscribes to every list; records the requests made afterwards. */
async function openLists(route: string, answer: FakeAnswer) {
  const server = createFakeServer({
    'GET /project': { json: { projects: [aProject()] } },
    'GET /dataset/project-1': { json: { datasets: [aDataset()] } },
    'GET /manage/files': { json: { files: [] } },
    [route]: answer,
  });
  const store = createApiStore(createFakeExtra(server));
  const start = (name: string, arg: unknown) => {
    const endpoint = api.endpoints[name as EndpointName] as unknown as {
      initiate: (arg: unknown) => ThunkAction<Promise<object>, unknown, unknown, Action>;
    };
    return store.dispatch(endpoint.initiate(arg));
  };
  await Promise.all([
    start('listProjects', undefined),
    start('listDatasets', 'project-1'),
    start('listFiles', 'acme/brains'),
  ]);
  return { server, start, asked: () => server.story().slice(LISTS.length + 1) };
}

describe('the lists on the screen', () => {
  const project = { json: aProject() };
  const dataset = { json: aDataset() };
  const empty = { json: {} };

  it.each<[string, unknown, string, FakeAnswer, readonly (string | undefined)[]]>([
    ['createProject', { title: 'brains' }, 'POST /project', project, [PROJECTS]],
    ['updateProject', { projectHash: 'project-1', changes: {} }, 'PATCH /project/project-1', project, LISTS],
    ['deleteProject', { projectHash: 'project-1', permanentDelete: false }, 'DELETE /project/project-1', empty, LISTS],
    ['createDataset', { projectHash: 'project-1', metadata: {} }, 'POST /dataset', dataset, [DATASETS]],
    ['updateDataset', { datasetHash: 'd', changes: {} }, 'PATCH /dataset/d', dataset, [DATASETS]],
    ['updateDataset', { datasetHash: 'd', changes: { dataset: 'b' } }, 'PATCH /dataset/d', dataset, [DATASETS, FILES]],
    ['deleteDataset', { datasetHash: 'd', permanentDelete: false }, 'DELETE /dataset/d', empty, [DATASETS, FILES]],
  ])(
    'reads the lists on the screen again after %s as far as it changed them, refused or not',
    async (name, arg, route, answer, lists) => {
      for (const outcome of [answer, { status: 409, json: { msg: 'No' } }]) {
        const { start, asked } = await openLists(route, outcome);
        await start(name, arg);
        await until('they are read', () => asked().length >= lists.length || undefined);
        expect([...asked()].sort()).toEqual([...lists].sort());
      }
    },
  );
});
