import { listReceipts } from '../../server/src/database/activity/receipts';
import { sharedBackend } from '../support/sharedBackend';
import { signIn, type Session } from '../support/signIn';
import { openTestDatabase } from '../support/testDatabase';
import { completion, md5, putPart, startUpload, uploadFile, urlOfPart } from '../support/uploadFile';

const backend = sharedBackend();
let member: Session;
let admin: Session;
let projectHash: string;
let datasetHash: string;

beforeAll(async () => {
  member = await signIn(backend, 'member@acme.example');
  admin = await signIn(backend, 'admin@acme.example');
  ({ projectHash } = await member.make<{ projectHash: string }>('/project', { title: 'proven' }));
  ({ datasetHash } = await member.make<{ datasetHash: string }>('/dataset', { projectHash, dataset: 'TC-proven' }));
});

interface Listed {
  readonly key: string;
  readonly formerKey?: string;
  readonly size: number;
  readonly checksum: string;
  readonly parts: readonly { readonly partNumber: number; readonly size: number; readonly md5: string }[];
  readonly userName: string;
  readonly client?: string;
}

async function listed(path: string, session = admin): Promise<readonly Listed[]> {
  const { body } = await session.call<{ receipts: Listed[] }>('GET', `/receipts?${new URLSearchParams({ path })}`);
  return body.receipts;
}

/** Returns the keys and sizes of the listed receipts. */
async function listedSizes(path: string): Promise<readonly string[]> {
  return (await listed(path)).map(({ key, size }) => `${key.replace('acme/proven/', '')}: ${String(size)}`);
}

const upload = (key: string, size: number) => uploadFile(member, key, [Buffer.alloc(size, key)]);
const move = (from: string, to: string) => member.call('POST', '/manage/files/move', { moves: [{ from, to }] });

test('a receipt has the parts of the file, its user, its client and its origin, for every member of the sponsor', async () => {
  const key = 'acme/proven/TC-proven/parts.tif';
  const parts = [Buffer.alloc(20, 1), Buffer.alloc(30, 2), Buffer.alloc(5, 3)];
  const uploadId = await startUpload(member, key);
  for (const [index, part] of parts.entries()) await putPart(await urlOfPart(member, key, uploadId, index + 1), part);
  const origin = { manifest: 'MD5SUMS', followedFolder: 'scans', client: 'dm 1.0' };
  const { checksum = '', ...rest } = completion(key, uploadId, parts);
  const body = { ...rest, checksum, ...origin };
  // A client that lost the first response repeats the request.
  for (let times = 0; times < 2; times += 1) await member.call('POST', '/upload/complete', body);
  expect(await listed(key)).toEqual([
    {
      id: expect.any(String) as unknown,
      key,
      size: 55,
      checksum,
      parts: parts.map((part, index) => ({ partNumber: index + 1, size: part.length, md5: md5(part) })),
      userId: member.userId,
      userName: 'Mia Member',
      completedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) as unknown,
      ...origin,
    },
  ]);
  await upload('acme/proven/TC-proven/other.tif', 3);
  expect((await listed('acme/proven/TC-proven/other.tif'))[0]?.client).toBe('node');
  const { body: log } = await fetchAudit();
  expect(log).toContain(
    `${key},"55 bytes, ETag ${String(checksum)}; agrees with MD5SUMS; from the followed folder scans"`,
  );
});

async function fetchAudit(): Promise<{ readonly body: string }> {
  const headers = { authorization: `Bearer ${admin.accessToken}`, 'x-id-token': admin.idToken };
  return { body: await (await fetch(`${backend.url}/audit`, { headers })).text() };
}

test('a file that is replaced, renamed, deleted, uploaded again and restored keeps all receipts, the latest first', async () => {
  const [first, second] = ['acme/proven/TC-proven/one.tif', 'acme/proven/TC-proven/two.tif'];
  await upload(first, 1);
  await upload(first, 2);
  await move(first, second);
  await upload(second, 3);
  expect(await listedSizes(second)).toEqual(['TC-proven/two.tif: 3', 'TC-proven/two.tif: 2', 'TC-proven/one.tif: 1']);
  await member.call('DELETE', '/manage/files', { keys: [second] });
  expect(await listedSizes(second)).toHaveLength(3);
  await upload(second, 4);
  expect(await listedSizes(second)).toHaveLength(4);
  await member.call('POST', '/manage/files/restore', { keys: [second], replace: true });
  expect(await listedSizes(second)).toEqual([
    'TC-proven/two.tif: 4',
    'TC-proven/two.tif: 3',
    'TC-proven/two.tif: 2',
    'TC-proven/one.tif: 1',
  ]);
  expect((await listed(second)).map(({ formerKey }) => formerKey)).toEqual([undefined, undefined, first, undefined]);
  // Another file takes the first name.
  await upload(first, 5);
  expect((await listedSizes(first)).at(0)).toBe('TC-proven/one.tif: 5');
});

test('a file that takes the name of a deleted file keeps its own receipts only', async () => {
  const [gone, moved] = ['acme/proven/TC-proven/gone.tif', 'acme/proven/TC-proven/moved.tif'];
  await upload(moved, 7);
  await upload(gone, 8);
  await member.call('DELETE', '/manage/files', { keys: [gone] });
  await move(moved, gone);
  expect(await listedSizes(gone)).toEqual(['TC-proven/gone.tif: 7']);
  await upload(gone, 9);
  expect(await listedSizes(gone)).toEqual(['TC-proven/gone.tif: 9', 'TC-proven/gone.tif: 7']);
});

test('a folder, a dataset, a project and a sponsor list the receipts of the files in them', async () => {
  const inDataset = 'acme/proven/TC-proven/raw/a.tif';
  const loose = 'acme/proven/notes/b.txt';
  await upload(inDataset, 11);
  await upload(loose, 12);
  expect(await listedSizes('acme/proven/TC-proven/raw')).toEqual(['TC-proven/raw/a.tif: 11']);
  expect(await listedSizes('acme/proven/TC-proven')).toContain('TC-proven/raw/a.tif: 11');
  expect(await listedSizes('acme/proven/TC-proven')).not.toContain('notes/b.txt: 12');
  expect((await listedSizes('acme/proven')).slice(0, 2)).toEqual(['notes/b.txt: 12', 'TC-proven/raw/a.tif: 11']);
  expect(await listedSizes('acme')).toContain('notes/b.txt: 12');
  expect(await listed('acme/no such project')).toEqual([]);
});

test('a receipt follows its file into a dataset that is made of a folder, and survives the dataset and the project', async () => {
  const key = 'acme/proven/TC-folder/a.tif';
  await upload(key, 13);
  const made = await member.make<{ datasetHash: string }>('/dataset', { projectHash, dataset: 'TC-folder' });
  expect(await listedSizes('acme/proven/TC-folder')).toEqual(['TC-folder/a.tif: 13']);
  await member.call('PATCH', `/dataset/${made.datasetHash}`, { dataset: 'TC-renamed' });
  expect(await listedSizes('acme/proven/TC-renamed/a.tif')).toEqual(['TC-renamed/a.tif: 13']);
  await admin.call('DELETE', `/dataset/${made.datasetHash}`, { permanentDelete: true });
  expect(await listedSizes('acme/proven')).toContain('TC-folder/a.tif: 13');
  await admin.call('DELETE', `/dataset/${datasetHash}`, { permanentDelete: true });
  await admin.call('DELETE', `/project/${projectHash}`, { permanentDelete: true });
  expect(await listedSizes('acme')).toContain('TC-folder/a.tif: 13');
});

test('an invalid cursor and a path of another sponsor are refused', async () => {
  const refused = async (query: Record<string, string>) =>
    (await member.call('GET', `/receipts?${new URLSearchParams(query)}`)).status;
  expect(await refused({ path: 'acme', cursor: 'x' })).toBe(400);
  expect(await refused({ path: 'globex' })).toBe(403);
});

test('receipts are listed in pages of so many receipts and parts, although many have the same time', async () => {
  const database = await openTestDatabase();
  await database.query(
    `insert into receipts (blob, chain, sponsor_id, project_hash, path, key, size, checksum, parts, completed_at)
     select 'b' || n, 'b' || n, 's', 'p', n::text, 's/p/' || n, 1, 'c',
       (select jsonb_agg(jsonb_build_array(1, 'm')) from generate_series(1, case when n = 3 then 50 else 1 end)), '2026-01-01'
     from generate_series(1, 7) n`,
  );
  const pages: string[][] = [];
  let after: Parameters<typeof listReceipts>[2]['after'];
  do {
    const page = await listReceipts(database, 's', { after, limit: 3, partLimit: 10 });
    pages.push(page.receipts.map(({ id }) => id));
    after = page.last;
  } while (after !== undefined);
  expect(pages).toEqual([
    ['b7', 'b6', 'b5'],
    ['b4', 'b3'],
    ['b2', 'b1'],
  ]);
  await database.close();
});
