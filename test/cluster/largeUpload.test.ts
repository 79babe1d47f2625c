import { createHash } from 'node:crypto';
import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { GetObjectCommand, ListObjectsV2Command } from '@aws-sdk/client-s3';
import { createS3Client } from '../../server/src/storage/s3/s3Bucket';
import { contentOf, createCustomer, persist } from './customer';
import { startCluster, type Cluster } from './startCluster';

const GIB = 1024 ** 3;
const MIB = 1024 ** 2;
/** `UPLOAD_GIB` sets the size of the file. */
const WANTED_BYTES = Number(process.env.UPLOAD_GIB ?? 10) * GIB;
const PART_BYTES = 64 * MIB;
const PARALLEL = 4;
/** Space that the storage needs besides the file. */
const SPARE_BYTES = 3 * GIB;
const TIMEOUT_MS = 20 * 60_000;

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster({ store: 'bluestore' });
});
afterAll(() => cluster.stop());

/** Runs a task for each number below `count`, a few at a time. */
async function forEach(count: number, task: (index: number) => Promise<void>): Promise<void> {
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < count) await task(next++);
  };
  await Promise.all(Array.from({ length: PARALLEL }, worker));
}

const md5 = (bytes: Uint8Array): string => createHash('md5').update(bytes).digest('hex');

test(
  'a large upload through presigned URLs survives a killed storage, byte for byte',
  async () => {
    const { bavail, bsize } = await statfs(tmpdir());
    const bytes = Math.min(WANTED_BYTES, Math.floor((bavail * bsize - SPARE_BYTES) / PART_BYTES) * PART_BYTES);
    if (bytes < WANTED_BYTES)
      process.stdout.write(`Only ${String(bytes / GIB)} GiB, because the disk is nearly full\n`);
    const totalParts = Math.ceil(bytes / PART_BYTES);
    const partOf = (index: number) => contentOf(`part ${String(index)}`, PART_BYTES);
    const digests: string[] = [];

    const customer = await createCustomer(cluster);
    await customer.call('POST', '/project', { title: 'p' });
    const key = 'acme/p/d/large.bin';
    const { uploadId } = (await customer.call('POST', '/upload/start', { key })) as { uploadId: string };
    let sent = 0;
    let restart: Promise<void> | undefined;
    const restartStorage = async (): Promise<void> => {
      for (const service of cluster.storage.toReversed()) await service.stop('SIGKILL');
      for (const service of cluster.storage) await service.start();
    };
    const startedAt = Date.now();
    await forEach(totalParts, async (index) => {
      const body = partOf(index);
      digests[index] = md5(body);
      await persist(`part ${String(index + 1)}`, async () => {
        const partNumber = String(index + 1);
        const query = new URLSearchParams({ key, uploadId, partNumber, totalParts: partNumber });
        const urls = (await customer.call('GET', `/upload/urls?${query.toString()}`)) as unknown as { url: string }[];
        const response = await fetch(urls[0]?.url ?? '', { method: 'PUT', body });
        await response.body?.cancel();
        return response.headers.get('etag') === `"${digests[index] ?? ''}"` ? true : undefined;
      });
      sent += 1;
      if (sent > totalParts / 2) restart ??= restartStorage();
    });
    await restart;
    const seconds = (Date.now() - startedAt) / 1000;
    process.stdout.write(`${String(bytes / GIB)} GiB in ${seconds.toFixed(0)} s, with a restart of the storage\n`);
    const whole = createHash('md5');
    for (const digest of digests) whole.update(Buffer.from(digest, 'hex'));
    await customer.call('POST', '/upload/complete', {
      key,
      uploadId,
      parts: digests.map((digest, index) => ({ PartNumber: index + 1, ETag: digest, checksum: digest })),
      checksum: `${whole.digest('hex')}-${String(totalParts)}`,
      lastFile: true,
    });
    expect(await customer.list('acme/p')).toEqual(new Map([[key, totalParts * PART_BYTES]]));

    const { bucket, ...settings } = cluster.s3;
    const client = createS3Client({ bucket, ...settings });
    const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: bucket }));
    const stored = Contents.find(({ Size }) => Size === totalParts * PART_BYTES);
    await forEach(totalParts, async (index) => {
      const Range = `bytes=${String(index * PART_BYTES)}-${String((index + 1) * PART_BYTES - 1)}`;
      const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: stored?.Key, Range }));
      const content = await Body?.transformToByteArray();
      expect(md5(content ?? new Uint8Array())).toBe(digests[index]);
    });
    client.destroy();
  },
  TIMEOUT_MS,
);
