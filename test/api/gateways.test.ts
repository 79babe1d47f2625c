import { call, race, take } from 'redux-saga/effects';
import type { SagaOf } from '@data-manager/lib/typedEffects';
import type { HasFeature } from '../../src/api/configuration';
import {
  cancelDownload,
  cancelUpload,
  completeUpload,
  fetchPartUrls,
  readDownloadProgress,
  refreshLists,
  startDownload,
  startUpload,
} from '../../src/api/gateways';
import { createFakeExtra } from '../support/createApiStore';
import { expectSaga } from '../support/expectSaga';
import { createFakeServer, type FakeAnswer } from '../support/fakeServer';
import { provideContext } from '../support/provideContext';

/** Runs a gateway over a fake server. */
async function runGateway(
  gateway: () => SagaOf<unknown>,
  routes: Readonly<Record<string, FakeAnswer>> = {},
  hasFeature: HasFeature = () => false,
) {
  const extra = createFakeExtra(createFakeServer(routes));
  const { calls } = extra.server;
  const run = await expectSaga(gateway)
    .provide(provideContext({ ...extra, hasFeature }))
    .run(false);
  return { result: run.returnValue as unknown, effects: run.effects, calls };
}

const upload = { key: 'acme/brains/a b.tif', uploadId: 'up-1' };
const progressOf = () => readDownloadProgress('ref/1');
const PROGRESS = 'GET /download/progress/ref%2F1';

describe('gateway responses', () => {
  it.each<[string, () => SagaOf<unknown>, Readonly<Record<string, FakeAnswer>>, unknown]>([
    [
      'startDownload with a downloadId, sizes and possibly a URL',
      () => startDownload({ onlyDownSamples: false, folder: 'acme/brains', zipFileName: 'acme-brains.zip' }),
      { 'POST /download': { json: { ref: 'r', url: null, totalFiles: 2, totalSize: 10 } } },
      { ref: 'r', totalFiles: 2, totalSize: 10 },
    ],
    [
      'progress',
      progressOf,
      { [PROGRESS]: { json: { status: 'PREPARING', completedSize: 5 } } },
      { status: 'PREPARING', completedSize: 5 },
    ],
    [
      'progress of an unknown downloadId, reported by a 404',
      progressOf,
      { [PROGRESS]: { status: 404, json: { msg: 'x', code: 'NOT_FOUND' } } },
      { status: 'FAILED', code: 'NOT_FOUND' },
    ],
    [
      'progress of an unknown downloadId, reported by a body without a status',
      progressOf,
      { [PROGRESS]: { json: { code: 'NOT_FOUND', status: null } } },
      { status: 'FAILED', code: 'NOT_FOUND' },
    ],
    ['cancelDownload', () => cancelDownload('r'), { 'DELETE /download/cancel': {} }, null],
    [
      'startUpload',
      () => startUpload('k', 1, { lastModified: 0, size: 1 }),
      { 'POST /upload/start': { json: { uploadId: 'u' } } },
      { uploadId: 'u' },
    ],
    [
      'part URLs as a plain list',
      () => fetchPartUrls({ ...upload, partNumber: 2, totalParts: 3 }),
      { 'GET /upload/urls': { json: [{ partNumber: 2, url: 'https://s/2' }] } },
      [{ partNumber: 2, url: 'https://s/2' }],
    ],
    [
      'part URLs in an object',
      () => fetchPartUrls({ ...upload, partNumber: 2, totalParts: 3 }),
      { 'GET /upload/urls': { json: { urls: [{ partNumber: 2, url: 'https://s/2' }] } } },
      [{ partNumber: 2, url: 'https://s/2' }],
    ],
    ['cancelUpload', () => cancelUpload(upload), { 'DELETE /upload/cancel': { json: {} } }, null],
    [
      'completeUpload',
      () => completeUpload({ ...upload, parts: [], checksum: 'x-0', lastFile: true }),
      { 'POST /upload/complete': { json: {} } },
      null,
    ],
  ])('%s', async (_name, gateway, routes, value) => {
    const { result, effects } = await runGateway(gateway, routes);
    expect(result).toEqual({ ok: true, value });
    expect(effects).not.toHaveProperty('put');
  });
});

describe('invalid gateway responses', () => {
  it.each<[string, () => SagaOf<unknown>, Readonly<Record<string, FakeAnswer>>, string]>([
    [
      'POST /download',
      () => startDownload({ onlyDownSamples: true, files: ['a'], zipFileName: 'z' }),
      { 'POST /download': { json: {} } },
      'ref',
    ],
    ['GET /download/progress/{ref}', progressOf, { [PROGRESS]: { json: {} } }, 'status'],
    ['GET /download/progress/{ref}', progressOf, { [PROGRESS]: { json: { status: 'ODD' } } }, 'status'],
    [
      'POST /upload/start',
      () => startUpload('k', 1, { lastModified: 0, size: 1 }),
      { 'POST /upload/start': { json: { uploadId: '' } } },
      'uploadId',
    ],
    [
      'GET /upload/urls',
      () => fetchPartUrls({ ...upload, partNumber: 1, totalParts: 1 }),
      { 'GET /upload/urls': { json: [{ partNumber: 1 }] } },
      'urls.0.url',
    ],
  ])('invalid gateway responses of %s name the missing field', async (endpoint, gateway, routes, field) => {
    const { result } = await runGateway(gateway, routes);
    expect(result).toEqual({ ok: false, failure: { kind: 'bad-answer', endpoint, field } });
  });

  it('treats a 404 without the code NOT_FOUND as a failure', async () => {
    const { result } = await runGateway(progressOf, { [PROGRESS]: { status: 404 } });
    expect(result).toMatchObject({ failure: { kind: 'not-found' } });
  });
});

it('gateway requests for a new upload contain only the key if the server does not offer URLs', async () => {
  const { calls } = await runGateway(() => startUpload('k', 2, { lastModified: 0, size: 1 }));
  expect(calls[0]?.body).toEqual({ key: 'k' });
});

it.each([
  ['its date, if the server stores dates', true, 1_795_944_600_250, { modified: '2026-11-29T09:30:00.250Z' }],
  ['nothing of its date, if the server does not', false, 1_795_944_600_250, {}],
  ['nothing of its date, if it has none', true, 0, {}],
  ['nothing of its date, if no server can store it', true, 8.64e15, {}],
  ['nothing of its date, if it is not a number', true, Number.NaN, {}],
])('the gateway request that starts the upload of a file contains %s', async (_what, isOffered, lastModified, sent) => {
  const offered: HasFeature = (feature) => isOffered && feature === 'upload.modified';
  const { calls } = await runGateway(() => startUpload('k', 2, { lastModified, size: 1 }), {}, offered);
  expect(calls[0]?.body).toEqual({ key: 'k', ...sent });
});

it('gateway requests for an upload that must not replace a file say so if the server offers that', async () => {
  const body = { key: 'k', uploadId: 'u', parts: [], checksum: '', lastFile: true, onlyIfAbsent: true } as const;
  const offered: HasFeature = (feature) => feature === 'upload.onlyIfAbsent';
  const started = await runGateway(
    () => startUpload('k', 2, { lastModified: 0, size: 1, onlyIfAbsent: true }),
    {},
    offered,
  );
  const completed = await runGateway(() => completeUpload(body), {}, offered);
  expect([started.calls[0]?.body, completed.calls[0]?.body]).toEqual([{ key: 'k', onlyIfAbsent: true }, body]);
});

it('gateway requests for an upload that may replace one file name that file if the server offers that', async () => {
  const body = { key: 'k', uploadId: 'u', parts: [], checksum: '', lastFile: true, replaces: 'ab' } as const;
  const offered: HasFeature = (feature) => feature === 'upload.replaces';
  const started = await runGateway(
    () => startUpload('k', 2, { lastModified: 0, size: 1, replaces: 'ab' }),
    {},
    offered,
  );
  const completed = await runGateway(() => completeUpload(body), {}, offered);
  expect([started.calls[0]?.body, completed.calls[0]?.body]).toEqual([{ key: 'k', replaces: 'ab' }, body]);
});

it('gateway requests for an upload that must not replace a file are those of any upload if the server does not offer that', async () => {
  const body = { key: 'k', uploadId: 'u', parts: [], checksum: '', lastFile: true } as const;
  const started = await runGateway(() => startUpload('k', 2, { lastModified: 0, size: 1, onlyIfAbsent: true }));
  const completed = await runGateway(() => completeUpload({ ...body, onlyIfAbsent: true, replaces: 'ab' }));
  expect([started.calls[0]?.body, completed.calls[0]?.body]).toEqual([{ key: 'k' }, body]);
});

it('gateway requests for part URLs contain the key, the upload, the first part and the total', async () => {
  const { calls } = await runGateway(() => fetchPartUrls({ ...upload, partNumber: 2, totalParts: 3 }));
  expect(Object.fromEntries(calls[0]?.query ?? [])).toEqual({
    key: 'acme/brains/a b.tif',
    uploadId: 'up-1',
    partNumber: '2',
    totalParts: '3',
  });
});

it('gateway requests for a cancellation contain the downloadId', async () => {
  const { calls } = await runGateway(() => cancelDownload('ref-1'));
  expect(calls[0]?.body).toEqual({ refId: 'ref-1' });
});

describe('cancelling a saga', () => {
  it('aborts its call', async () => {
    const extra = createFakeExtra();
    let signal: AbortSignal | null | undefined;
    const hanging: typeof fetch = (_url, init) => {
      signal = init?.signal;
      return new Promise(() => undefined);
    };
    const context = { ...extra, ports: { ...extra.ports, fetch: hanging }, hasFeature: () => false };
    function* startUntilCancelled() {
      yield race({ started: call(startUpload, 'k', 1, { lastModified: 0, size: 1 }), cancelled: take('cancelled') });
    }
    await expectSaga(startUntilCancelled).provide(provideContext(context)).dispatch({ type: 'cancelled' }).run();
    expect(signal?.aborted).toBe(true);
  });
});

it('refreshLists invalidates the lists', async () => {
  const { effects } = await runGateway(() => refreshLists(['Files']));
  expect(effects.put).toMatchObject([{ payload: { action: { type: 'api/invalidateTags', payload: ['Files'] } } }]);
});
