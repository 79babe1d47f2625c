import type { Action, ThunkAction } from '@reduxjs/toolkit';
import { api } from '../../src/api/api';
import '../../src/api/datasets';
import '../../src/api/fileChanges';
import '../../src/api/pipelines';
import '../../src/api/projectChanges';
import { aDataset, aProject } from '../support/builders';
import { createApiStore, createFakeExtra } from '../support/createApiStore';
import { createFakeServer, inSequence, type FakeAnswer, type FakeHandler } from '../support/fakeServer';

type Answer = FakeHandler | FakeAnswer;
type EndpointName = keyof typeof api.endpoints;

beforeEach(() => void jest.useFakeTimers());

/** Runs a mutation on a new store until it ends. */
async function change(name: string, arg: unknown, routes: Readonly<Record<string, Answer>>) {
  const server = createFakeServer(routes);
  const store = createApiStore(createFakeExtra(server));
  const endpoint = api.endpoints[name as EndpointName] as unknown as {
    initiate: (arg: unknown) => ThunkAction<Promise<{ data?: unknown; error?: unknown }>, unknown, unknown, Action>;
  };
  const ended = store.dispatch(endpoint.initiate(arg));
  await jest.advanceTimersByTimeAsync(60_000);
  const { data, error } = await ended;
  return { data, error, story: server.story() };
}

const page: FakeAnswer = { status: 504, text: '<html>Gateway Timeout</html>' };
const none: FakeAnswer = { status: 404, json: {} };
const project = aProject({ projectHash: 'p' });
const dataset = aDataset({ datasetHash: 'd', projectHash: 'p' });
const run = { jobId: 'job-2', status: 'QUEUED' };
const job = { pipeline: 'pyramid', datasetHash: 'd' };
const keys = ['acme/brains/TC042/a.tif', 'acme/brains/TC042/b.tif'];
const moves = keys.map((key) => ({ from: key, to: `${key}f` }));
const listed = (...found: readonly string[]) => ({ files: found.map((key) => ({ key, size: 1 })) });
const deletion = { projectHash: 'p', permanentDelete: false };
const renaming = { projectHash: 'p', changes: { title: 'new' } };
const renamed = { ...project, title: 'new' };
const hashless = { sponsorId: 'acme', title: 'new' };
const titled = { projectHash: 'p', metadata: { dataset: dataset.dataset, device: dataset.device } };
const cleared = { datasetHash: 'd', changes: { pixelSize: null } };

/** Each change: endpoint, argument, its call, the call that reads the state, the state with and without it. */
const CHANGES: readonly [string, unknown, string, string, unknown, unknown][] = [
  ['createProject', { title: project.title }, 'POST /project', 'GET /project', [project], []],
  ['updateProject', renaming, 'PATCH /project/p', 'GET /project', [renamed], [project]],
  ['updateProject', renaming, 'PATCH /project/p', 'GET /project', [hashless], [{ ...hashless, title: 'old' }]],
  ['deleteProject', deletion, 'DELETE /project/p', 'GET /project', [], [project]],
  ['restoreProject', 'p', 'POST /project/p/restore', 'GET /project', [project], []],
  ['createDataset', titled, 'POST /dataset', 'GET /dataset/p', [dataset], []],
  ['updateDataset', cleared, 'PATCH /dataset/d', 'GET /dataset/d', { ...dataset, pixelSize: null }, dataset],
  ['deleteDataset', { datasetHash: 'd' }, 'DELETE /dataset/d', 'GET /dataset/d', undefined, dataset],
  ['restoreDataset', 'd', 'POST /dataset/d/restore', 'GET /dataset/d', dataset, undefined],
  ['startPipeline', job, 'POST /pipeline/pyramid/d', 'GET /pipeline/pyramid/d', run, undefined],
  ['cancelPipeline', { ...job, ...run }, 'DELETE /pipeline/pyramid/d', 'GET /pipeline/pyramid/d', undefined, run],
  ['deleteFiles', keys, 'DELETE /manage/files', 'GET /manage/files', listed(...keys.slice(1)), listed(...keys)],
  ['restoreFiles', { keys }, 'POST /manage/files/restore', 'GET /manage/files', listed(...keys), listed()],
  ['moveFiles', moves, 'POST /manage/files/move', 'GET /manage/files', listed(`${keys[0] ?? ''}f`), listed(...keys)],
];

describe.each(CHANGES)('%s', (name, arg, sent, read, made, notMade) => {
  const answerOf = (state: unknown): FakeAnswer => (state === undefined ? none : { json: state });

  it(`${name} succeeds if the state shows the change after its response was lost`, async () => {
    const { data, error, story } = await change(name, arg, { [sent]: page, [read]: answerOf(made) });
    expect(error).toBeUndefined();
    expect(data).toBeDefined();
    expect(story.filter((call) => call === sent)).toHaveLength(1);
  });

  it(`${name} fails as not made if the state stays as it was`, async () => {
    const { error } = await change(name, arg, { [sent]: page, [read]: answerOf(notMade) });
    expect(error).toEqual({ kind: 'unreachable', outcome: 'not-made' });
  });

  it(`${name} fails with an unknown outcome if the state can’t be read`, async () => {
    const { error } = await change(name, arg, { [sent]: page, [read]: page });
    expect(error).toEqual({ kind: 'unreachable', outcome: 'unknown' });
  });
});

describe('the state after an uncertain response', () => {
  const before = { json: dataset };
  const after = { json: { ...dataset, pixelSize: null } };
  const save = (sent: Answer, read: Answer) =>
    change('updateDataset', cleared, { 'PATCH /dataset/d': sent, 'GET /dataset/d': read });

  it.each<[string, Answer, Answer]>([
    ['again after a second, since the server may still make the change', page, inSequence(before, after)],
    ['until an outage of a few seconds is over', page, inSequence(page, page, after)],
    ['after errors of the server', { status: 500, json: { msg: 'disk' } }, after],
    ['after a refusal of the repeated request', inSequence({ status: 500 }, { status: 409, json: {} }), after],
  ])('is read %s', async (_when, sent, read) => {
    expect((await save(sent, read)).error).toBeUndefined();
  });

  it('the state is not read after a refusal', async () => {
    const { error, story } = await save({ status: 409, json: { msg: 'taken' } }, after);
    expect(error).toEqual({ kind: 'refused', status: 409, message: 'taken' });
    expect(story).toEqual(['PATCH /dataset/d']);
  });

  it('the state is read from all pages of a list of files', async () => {
    const pages = inSequence({ json: { ...listed(keys[0] ?? ''), cursor: 'c' } }, { json: listed('x') });
    const { data } = await change('deleteFiles', keys, { 'DELETE /manage/files': page, 'GET /manage/files': pages });
    expect(data).toEqual(keys.slice(1));
  });

  it.each<[string, string, unknown, string, string, unknown]>([
    [
      'files that exchange their names',
      'moveFiles',
      keys.map((from, index) => ({ from, to: keys[1 - index] })),
      'POST /manage/files/move',
      'GET /manage/files',
      listed(...keys),
    ],
    [
      'files that were restored in place of others',
      'restoreFiles',
      { keys, replace: true },
      'POST /manage/files/restore',
      'GET /manage/files',
      listed(...keys),
    ],
    [
      'a run that may have ended before',
      'startPipeline',
      job,
      'POST /pipeline/pyramid/d',
      'GET /pipeline/pyramid/d',
      { ...run, status: 'DONE' },
    ],
  ])('shows nothing about %s', async (_what, name, arg, sent, read, state) => {
    const { error } = await change(name, arg, { [sent]: page, [read]: { json: state } });
    expect(error).toEqual({ kind: 'unreachable', outcome: 'unknown' });
  });
});
