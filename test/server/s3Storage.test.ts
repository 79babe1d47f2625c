import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { StartupError } from '../../server/src/common/errors';
import { checkBucket, createS3Client } from '../../server/src/storage/s3/s3Bucket';
import { drawnTiff } from '../support/drawnTiff';
import { textLike } from '../support/matchers';
import { signIn, type Session } from '../support/signIn';
import { freePort, startBackend, type Backend } from '../support/startBackend';
import { listKeys, md5OfStored } from '../support/storedFiles';
import { hasTestStorage, makeTestBucket, type TestBucket } from '../support/testBucket';
import { until } from '../support/until';
import { completion, md5, putPart, startUpload, uploadFile, urlOfPart } from '../support/uploadFile';

test('an S3 storage that can’t be reached is reported without its secret', async () => {
  const credentials = { accessKeyId: 'a', secretAccessKey: 'a-secret' };
  const settings = {
    bucket: 'data',
    region: 'us-east-1',
    endpoint: 'http://127.0.0.1:1',
    pathStyle: true,
    credentials,
  };
  const client = createS3Client(settings);
  const error: unknown = await checkBucket(client, settings, 'http://localhost:3000', () => undefined).catch(
    (problem: unknown) => problem,
  );
  client.destroy();
  expect(error).toBeInstanceOf(StartupError);
  expect(String(error)).toContain("The storage at http://127.0.0.1:1 can't be reached");
  expect(String(error)).not.toContain('a-secret');
});

(hasTestStorage ? describe : describe.skip)('with an S3 storage', () => {
  let bucket: TestBucket;
  let backend: Backend;
  let acme: Session;
  let appPort: string;
  let datasetHash: string;
  const image = drawnTiff(100_000, 1);
  const IMAGE_KEY = 'acme/p/TC1/TC1_S000001_L01_ch01.tif';

  beforeAll(async () => {
    bucket = await makeTestBucket();
    appPort = String(await freePort());
    const variables = { ...bucket.variables, APP_PORT: appPort, LOG_LEVEL: 'trace' };
    await expect(checkFor('http://localhost:9')).rejects.toThrow(`The bucket ${bucket.bucket} does not exist`);
    const setUp = ['config/scripts/setupStorage.mjs'];
    await promisify(execFile)(process.execPath, setUp, { env: { ...process.env, ...variables } });
    backend = await startBackend(variables);
    acme = await signIn(backend, 'member@acme.example');
    const { projectHash } = await acme.make<{ projectHash: string }>('/project', { title: 'p' });
    ({ datasetHash } = await acme.make<{ datasetHash: string }>('/dataset', { projectHash, dataset: 'TC1' }));
  });
  afterAll(async () => {
    await backend.stop();
    await bucket.remove();
  });

  const checkFor = (appUrl: string): Promise<void> =>
    checkBucket(bucket.client, bucket.settings, appUrl, () => undefined);

  test('npm run setup:storage allows the pages of the app to upload, and no others', async () => {
    await checkFor(backend.appUrl);
    await expect(checkFor('http://localhost:9')).rejects.toThrow('does not allow browsers to upload from');
  });

  test('the page of the app may send requests to the storage', async () => {
    const { headers } = await fetch(`http://localhost:${appPort}/`);
    const policy = headers.get('content-security-policy') ?? '';
    const { origin } = new URL(bucket.variables.S3_ENDPOINT ?? '');
    for (const directive of ['connect-src', 'frame-src']) {
      expect(policy.split('; ').find((text) => text.startsWith(directive))).toContain(origin);
    }
  });

  test('parts go from the page straight to the storage', async () => {
    await uploadFile(acme, IMAGE_KEY, [image]);
    const key = 'acme/p/large.bin';
    const uploadId = await startUpload(acme, key);
    const parts = [Buffer.alloc(5 * 1024 * 1024, 1), Buffer.from('end')];
    for (const [index, part] of parts.entries()) {
      const url = await urlOfPart(acme, key, uploadId, index + 1);
      expect(url).toContain(`/${bucket.bucket}/blobs/`);
      const preflight = await fetch(url, {
        method: 'OPTIONS',
        headers: {
          origin: backend.appUrl,
          'access-control-request-method': 'PUT',
          'access-control-request-headers': 'content-type',
        },
      });
      expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([200, backend.appUrl]);
      expect((await putPart(url, part)).headers.get('etag')).toBe(`"${md5(part)}"`);
    }
    for (let times = 0; times < 2; times += 1) {
      expect(await acme.call('POST', '/upload/complete', completion(key, uploadId, parts))).toMatchObject({
        status: 200,
      });
    }
    expect(await listKeys(acme, 'acme/p')).toEqual([IMAGE_KEY, key]);
    expect(await readdir(join(backend.dataDir, 'blobs'))).not.toContainEqual(textLike(/^[0-9a-f]{32}$/));
  });

  test('files are read by the page straight from the storage, in ranges', async () => {
    const { urls } = await acme.make<{ urls: Record<string, string> }>('/manage/files/urls', { keys: [IMAGE_KEY] });
    const url = urls[IMAGE_KEY] ?? '';
    expect(url).toContain(`/${bucket.bucket}/blobs/`);
    const preflight = await fetch(url, {
      method: 'OPTIONS',
      headers: {
        origin: backend.appUrl,
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'range',
      },
    });
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([200, backend.appUrl]);
    const range = await fetch(url, { headers: { origin: backend.appUrl, range: 'bytes=4-9' } });
    expect([range.status, Buffer.from(await range.arrayBuffer())]).toEqual([206, image.subarray(4, 10)]);
    const exposed = range.headers.get('access-control-expose-headers')?.toLowerCase().split(/, */);
    expect(exposed).toEqual(expect.arrayContaining(['etag', 'content-range', 'content-length', 'accept-ranges']));
  });

  test('a part with different content is named when the upload is completed', async () => {
    const key = 'acme/p/wrong.bin';
    const uploadId = await startUpload(acme, key);
    await putPart(await urlOfPart(acme, key, uploadId, 1), Buffer.from('received'));
    const answer = await acme.call('POST', '/upload/complete', completion(key, uploadId, [Buffer.from('sent')]));
    expect(answer).toMatchObject({ status: 400, body: { msg: expect.stringContaining('Part 1') as string } });
    const cancelled = await acme.call('DELETE', '/upload/cancel', { key, uploadId });
    expect(cancelled.status).toBe(200);
  });

  test('an archive is written to the storage and downloaded from there', async () => {
    expect(await md5OfStored(acme, IMAGE_KEY)).toBe(md5(image));
    const order = { onlyDownSamples: false, folder: 'acme/p', zipFileName: 'p.zip' };
    const { body } = await acme.call<{ ref: string; url?: string }>('POST', '/download', order);
    const url = await until('the archive is ready', async () => {
      const progress = await acme.call<{ url?: string }>('GET', `/download/progress/${body.ref}`);
      return progress.body.url;
    });
    expect(url).toContain(`/${bucket.bucket}/zips/`);
    expect((await fetch(url)).headers.get('content-disposition')).toContain('p.zip');
    await acme.call('DELETE', '/download/cancel', { refId: body.ref });
    expect((await fetch(url)).status).toBe(404);
  });

  test('previews and the viewer’s images are made from the storage and kept there', async () => {
    const { A_K: ak = '', S_K: sk = '', session_token = '' } = acme.values;
    const query = new URLSearchParams({ ak, sk, session_token }).toString();
    const preview = await fetch(`${backend.url}/get-thumbnail-image/${encodeURIComponent(IMAGE_KEY)}?${query}`);
    expect([preview.status, preview.headers.get('content-type')]).toEqual([200, 'image/png']);
    await acme.call('POST', `/pipeline/pyramid/${datasetHash}`);
    const viewerUrl = await until('the images are ready', async () => {
      const { body } = await acme.call<{ viewerUrl?: string }>('GET', `/pipeline/pyramid/${datasetHash}`);
      return body.viewerUrl;
    });
    const manifest = (await (await fetch(`${viewerUrl}manifest.json`)).json()) as { tiles: { path: string } };
    const tile = await fetch(`${viewerUrl}${manifest.tiles.path}/1-1-1/0/0_0.png`);
    expect([tile.status, tile.headers.get('content-type')]).toEqual([200, 'image/png']);
    const areas = new Set((await bucket.keys()).map((key) => key.split('/')[0]));
    expect([...areas].sort()).toEqual(['blobs', 'database-id', 'previews', 'pyramids', 'zips']);
  });

  test('the most verbose log has neither presigned URLs nor the secret of the storage', () => {
    expect(backend.log()).toContain('"route":"/upload/urls"');
    expect(backend.log()).not.toMatch(/x-amz-/i);
    expect(backend.log()).not.toContain(bucket.settings.credentials?.secretAccessKey);
  });

  test('files survive a kill, and the server does not start without their bucket', async () => {
    await backend.kill();
    await backend.restart();
    acme = await signIn(backend, 'member@acme.example');
    expect(await md5OfStored(acme, IMAGE_KEY)).toBe(md5(image));
    const S3 = { S3_BUCKET: '', S3_ENDPOINT: '', S3_ACCESS_KEY_ID: '', S3_SECRET_ACCESS_KEY: '' };
    await expect(backend.restart(S3)).rejects.toThrow('contents are not in the folder');
    await backend.restart();
  });
});
