import type { Action, ThunkAction } from '@reduxjs/toolkit';
import SparkMD5 from 'spark-md5';
import { ok } from '@data-manager/lib/result';
import { api } from '../../src/api/api';
import '../../src/api/configuration';
import '../../src/api/files';
import '../../src/api/pipelines';
import '../../src/api/projectChanges';
import '../../src/api/projects';
import '../../src/api/search';
import '../../src/api/datasets';
import { aDataset, aProject } from '../support/builders';
import { createApiStore, createFakeExtra } from '../support/createApiStore';
import { createFakeServer, type FakeAnswer, type FakeHandler } from '../support/fakeServer';

type Routes = Readonly<Record<string, FakeHandler | FakeAnswer>>;
type EndpointName = keyof typeof api.endpoints;

/** Runs an endpoint on a new store. */
async function run(name: string, arg: unknown, routes: Routes) {
  const server = createFakeServer(routes);
  const store = createApiStore(createFakeExtra(server));
  const endpoint = api.endpoints[name as EndpointName] as unknown as {
    initiate: (arg: unknown) => ThunkAction<Promise<{ data?: unknown; error?: unknown }>, unknown, unknown, Action>;
  };
  const { data, error } = await store.dispatch(endpoint.initiate(arg));
  return { data, error, calls: server.calls };
}

const lists = {
  primary_modalities: { stpt: 'STPT' },
  secondary_modalities: {},
  partner_modalities: {},
  tissue_types: ['brain'],
  devices: ['TC1000'],
};
const run1 = { jobId: 'job-1', status: 'QUEUED' };

describe('valid responses', () => {
  it.each<[string, unknown, Routes, unknown]>([
    ['listProjects', undefined, { 'GET /project': { json: { projects: [aProject()] } } }, [aProject()]],
    ['listProjects', undefined, { 'GET /project': { json: [{ ...aProject(), extra: 1 }] } }, [aProject()]],
    [
      'listProjects',
      undefined,
      { 'GET /project': { json: { projects: [{ sponsorId: 'acme', title: 'brains', description: null }] } } },
      [{ sponsorId: 'acme', title: 'brains', projectHash: SparkMD5.hash('acme/brains') }],
    ],
    [
      // UTF-8 can't encode lone surrogates.
      'listProjects',
      undefined,
      { 'GET /project': { json: [{ sponsorId: 'acme', title: 'half \ud83d' }] } },
      [{ sponsorId: 'acme', title: 'half \ud83d', projectHash: SparkMD5.hash('acme/half \ufffd') }],
    ],
    ['createProject', { title: 'brains' }, { 'POST /project': { json: aProject() } }, aProject()],
    [
      'updateProject',
      { projectHash: 'a/b', changes: { title: 'x' } },
      { 'PATCH /project/a%2Fb': { json: aProject() } },
      aProject(),
    ],
    ['deleteProject', { projectHash: 'p', permanentDelete: true }, { 'DELETE /project/p': {} }, null],
    [
      'search',
      { q: 'TC' },
      { 'GET /search': { json: { results: [{ kind: 'dataset', key: 'acme/p/TC', title: null, projectHash: 'p' }] } } },
      { results: [{ kind: 'dataset', key: 'acme/p/TC' }] },
    ],
    ['listDatasets', 'p', { 'GET /dataset/p': { json: { datasets: [aDataset()] } } }, [aDataset()]],
    [
      // Attributes that are not text are dropped without affecting other attributes or datasets.
      'listDatasets',
      'p',
      {
        'GET /dataset/p': {
          json: [{ ...aDataset(), attributes: { species: 'Mouse', sex: null, age: 12, fixed: true, more: ['a'] } }],
        },
      },
      [aDataset({ attributes: { species: 'Mouse', age: '12', fixed: 'true' } })],
    ],
    [
      'listDatasets',
      'p',
      {
        'GET /dataset/p': {
          json: [{ datasetHash: 'd', projectHash: 'p', dataset: 'TC042', pixelSize: null, channels: [{ num: 2 }] }],
        },
      },
      [
        {
          datasetHash: 'd',
          projectHash: 'p',
          dataset: 'TC042',
          description: '',
          sid: '',
          tissueType: '',
          device: '',
          bitDepth: 16,
          channels: [{ num: 2, name: 'Channel 2' }],
          attributes: {},
        },
      ],
    ],
    [
      'createDataset',
      { projectHash: 'p', metadata: { dataset: 'TC042' } },
      { 'POST /dataset': { json: aDataset() } },
      aDataset(),
    ],
    [
      'updateDataset',
      { datasetHash: 'd', changes: { device: 'X' } },
      { 'PATCH /dataset/d': { json: aDataset() } },
      aDataset(),
    ],
    ['deleteDataset', { datasetHash: 'd', permanentDelete: false }, { 'DELETE /dataset/d': { json: {} } }, null],
    [
      'remoteConfiguration',
      undefined,
      { 'GET /config': { json: { ...lists, attributes: { stain: ['a', 'b'] } } } },
      {
        primaryModalities: ok({ stpt: 'STPT' }),
        secondaryModalities: ok({}),
        partnerModalities: ok({}),
        tissueTypes: ok(['brain']),
        devices: ok(['TC1000']),
        attributes: ok({ stain: ['a', 'b'] }),
        features: [],
      },
    ],
    [
      'listFiles',
      'acme',
      {
        'GET /manage/files': {
          json: [
            { key: 'a', size: 1, unreadable: 'truncated' },
            { key: 'b', size: 1, unreadable: 'a later reason' },
            { key: 'c', size: 1, unreadable: null },
            { key: 'd', size: 1, etag: 'd41d8cd98f00b204e9800998ecf8427e-2', partSize: 5 },
            { key: 'e', size: 1, etag: 7, partSize: 'five' },
          ],
        },
      },
      {
        pieces: [
          [
            { key: 'a', size: 1, unreadable: 'truncated' },
            { key: 'b', size: 1, unreadable: 'damaged' },
            { key: 'c', size: 1 },
            { key: 'd', size: 1, etag: 'd41d8cd98f00b204e9800998ecf8427e-2', partSize: 5 },
            { key: 'e', size: 1, etag: '', partSize: 0 },
          ],
        ],
      },
    ],
    ['startPipeline', { pipeline: 'atlas', datasetHash: 'd' }, { 'POST /pipeline/atlas/d': { json: run1 } }, run1],
    ['pipelineStatus', { pipeline: 'pyramid', datasetHash: 'd' }, { 'GET /pipeline/pyramid/d': { json: run1 } }, run1],
    ['pipelineStatus', { pipeline: 'pyramid', datasetHash: 'd' }, {}, null],
    ['listPipelineRuns', 'd', { 'GET /pipeline/d': { json: { jobs: { atlas: run1, later: 1 } } } }, { atlas: run1 }],
  ])('%s(%j) is read', async (name, arg, routes, data) => {
    expect(await run(name, arg, routes)).toMatchObject({ data, error: undefined });
  });
});

describe('errors of invalid responses name the endpoint and the field', () => {
  it.each<[string, unknown, Routes, string, string]>([
    ['listProjects', undefined, { 'GET /project': { json: {} } }, 'GET /project', 'projects'],
    ['listProjects', undefined, { 'GET /project': { json: null } }, 'GET /project', 'body'],
    [
      'listProjects',
      undefined,
      { 'GET /project': { json: [aProject(), { sponsorId: 'acme' }] } },
      'GET /project',
      'projects.1.title',
    ],
    ['createProject', {}, { 'POST /project': { json: {} } }, 'POST /project', 'sponsorId'],
    ['listDatasets', 'p', { 'GET /dataset/p': { json: [{}] } }, 'GET /dataset/{projectHash}', 'datasets.0.datasetHash'],
    [
      'listDatasets',
      'p',
      { 'GET /dataset/p': { json: [{ ...aDataset(), channels: [{ name: 'x' }] }] } },
      'GET /dataset/{projectHash}',
      'datasets.0.channels.0.num',
    ],
    ['remoteConfiguration', undefined, { 'GET /config': { json: 'lists' } }, 'GET /config', 'body'],
    [
      'search',
      { q: 'TC' },
      { 'GET /search': { json: { results: [{ kind: 'odd' }] } } },
      'GET /search',
      'results.0.kind',
    ],
    ['listFiles', 'acme', { 'GET /manage/files': { json: [{ key: 'a' }] } }, 'GET /manage/files', 'files.0.size'],
    [
      'listFiles',
      'acme',
      { 'GET /manage/files': { json: { files: [], cursor: 'same' } } },
      'GET /manage/files',
      'cursor',
    ],
    [
      'startPipeline',
      { pipeline: 'atlas', datasetHash: 'd' },
      { 'POST /pipeline/atlas/d': { json: { jobId: 'j', status: 'ODD' } } },
      'POST /pipeline/{pipeline}/{datasetHash}',
      'status',
    ],
  ])('%s(%j)', async (name, arg, routes, endpoint, field) => {
    expect((await run(name, arg, routes)).error).toEqual({ kind: 'bad-answer', endpoint, field });
  });
});

describe('requests', () => {
  it('requests every configuration list by its name', async () => {
    const { calls } = await run('remoteConfiguration', undefined, { 'GET /config': { json: lists } });
    expect(calls[0]?.query.getAll('name')).toEqual([...Object.keys(lists), 'attributes', 'features']);
  });

  it('requests for the configuration omit the optional features after a server has rejected the request with 400', async () => {
    const { data, calls } = await run('remoteConfiguration', undefined, {
      'GET /config': ({ query }) =>
        query.getAll('name').includes('features') ? { status: 400, json: { msg: 'No features' } } : { json: lists },
    });
    expect(data).toMatchObject({ devices: ok(['TC1000']), features: [] });
    expect(calls.map(({ query }) => query.getAll('name').length)).toEqual([7, 6]);
  });

  it('sends whether a deletion is permanent', async () => {
    const arg = { projectHash: 'p', permanentDelete: true };
    const { calls } = await run('deleteProject', arg, { 'DELETE /project/p': {} });
    expect(calls[0]?.body).toEqual({ permanentDelete: true });
  });

  it('sends the project of a new dataset', async () => {
    const arg = { projectHash: 'p', metadata: { dataset: 'TC042' } };
    const { calls } = await run('createDataset', arg, { 'POST /dataset': { json: aDataset() } });
    expect(calls[0]?.body).toEqual({ projectHash: 'p', dataset: 'TC042' });
  });
});
