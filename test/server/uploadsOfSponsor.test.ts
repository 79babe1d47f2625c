import { signIn, type Session } from '../support/signIn';
import { startBackend, type Backend } from '../support/startBackend';
import { completion } from '../support/uploadFile';

const PER_USER = 2;

let backend: Backend;
let member: Session;
let admin: Session;

interface OpenUpload {
  readonly key: string;
  readonly uploadId: string;
  readonly userId?: string;
  readonly activeAt: string;
  readonly isOwn?: true;
  readonly received?: number;
}

beforeAll(async () => {
  backend = await startBackend({ OPEN_UPLOADS_PER_SPONSOR: '3', OPEN_UPLOADS_PER_USER: String(PER_USER) });
  member = await signIn(backend, 'member@acme.example');
  admin = await signIn(backend, 'admin@acme.example');
  await member.make('/project', { title: 'p' });
});
afterAll(() => backend.stop());

const keyOf = (name: string): string => `acme/p/${name}.tif`;

const start = (user: Session, name: string) => user.call('POST', '/upload/start', { key: keyOf(name) });

async function listOpen(user: Session): Promise<readonly OpenUpload[]> {
  const { body } = await user.call<{ uploads: readonly OpenUpload[] }>('GET', '/upload/open');
  return body.uploads;
}

test('an open upload comes with what its user needs to continue it on another computer', async () => {
  const file = { key: keyOf('large'), size: 300e6, partSize: 8 * 1024 ** 2, modified: '2026-11-20T08:00:00.123Z' };
  const { uploadId, urls } = await member.make<{ uploadId: string; urls: { url: string }[] }>('/upload/start', {
    ...file,
    totalParts: 36,
  });
  const find = async (one: Session) => (await listOpen(one)).find((upload) => upload.uploadId === uploadId);
  const { key, ...facts } = file;
  const begun = await find(member);
  expect(begun).toMatchObject({ key, ...facts, isOwn: true, received: 0 });
  await fetch(urls[0]?.url ?? '', { method: 'PUT', body: 'a part' });
  const grown = await find(member);
  expect(grown?.received).toBe(6);
  expect(Date.parse(grown?.activeAt ?? '')).toBeGreaterThan(Date.parse(begun?.activeAt ?? ''));
  const colleague = await find(admin);
  expect(colleague).toMatchObject({ key, userId: member.userId });
  expect(colleague).not.toHaveProperty('isOwn');
  expect(colleague).not.toHaveProperty('received');
  await member.call('DELETE', '/upload/cancel', { key, uploadId });
});

test('a member with many abandoned uploads leaves room for colleagues, who can list and cancel them', async () => {
  expect((await start(member, 'a')).status).toBe(200);
  expect((await start(member, 'b')).status).toBe(200);
  expect(await start(member, 'c')).toMatchObject({ status: 409, body: { code: 'TOO_MANY_UPLOADS' } });
  expect((await start(admin, 'd')).status).toBe(200);
  expect(await start(admin, 'e')).toMatchObject({ status: 409, body: { code: 'TOO_MANY_UPLOADS' } });

  const open = await listOpen(admin);
  expect(open.map(({ key, userId }) => [key, userId])).toEqual([
    [keyOf('a'), member.userId],
    [keyOf('b'), member.userId],
    [keyOf('d'), admin.userId],
  ]);
  const [first] = open;
  const cancelled = { key: first?.key, uploadId: first?.uploadId };
  expect((await admin.call('DELETE', '/upload/cancel', cancelled)).status).toBe(200);
  expect((await start(admin, 'e')).status).toBe(200);
});

test('the open uploads of another sponsor are not listed', async () => {
  const other = await signIn(backend, 'member@globex.example');
  expect(await listOpen(other)).toEqual([]);
});

test('a completed upload ends another open upload of the same file by the same user, but not of another version', async () => {
  const user = await signIn(backend, 'member@globex.example');
  await user.make('/project', { title: 'same' });
  const key = 'globex/same/a.tif';
  const begin = async (size: number) => {
    const file = { key, size, modified: '2026-11-20T08:00:00.000Z', totalParts: 1 };
    const { uploadId, urls } = await user.make<{ uploadId: string; urls: { url: string }[] }>('/upload/start', file);
    return { uploadId, url: urls[0]?.url ?? '' };
  };
  const completeOne = async () => {
    const { uploadId, url } = await begin(1);
    await fetch(url, { method: 'PUT', body: '1' });
    await user.make('/upload/complete', completion(key, uploadId, [Buffer.from('1')]));
  };
  const listed = async () => (await listOpen(user)).map(({ uploadId }) => uploadId);
  await begin(1);
  await completeOne();
  expect(await listed()).toEqual([]);
  const { uploadId } = await begin(2);
  await completeOne();
  expect(await listed()).toEqual([uploadId]);
});
