import { signIn, type Session } from '../support/signIn';
import { START_TIMEOUT_MS, startBackend, type Backend } from '../support/startBackend';

const PER_USER = 2;

let backend: Backend;
let member: Session;
let admin: Session;

interface OpenUpload {
  readonly key: string;
  readonly uploadId: string;
  readonly userId?: string;
  readonly activeAt: string;
}

beforeAll(async () => {
  backend = await startBackend({ OPEN_UPLOADS_PER_SPONSOR: '3', OPEN_UPLOADS_PER_USER: String(PER_USER) });
  member = await signIn(backend, 'member@acme.example');
  admin = await signIn(backend, 'admin@acme.example');
  await member.make('/project', { title: 'p' });
}, START_TIMEOUT_MS);
afterAll(() => backend.stop());

const keyOf = (name: string): string => `acme/p/${name}.tif`;

const start = (user: Session, name: string) => user.call('POST', '/upload/start', { key: keyOf(name) });

async function listOpen(user: Session): Promise<readonly OpenUpload[]> {
  const { body } = await user.call<{ uploads: readonly OpenUpload[] }>('GET', '/upload/open');
  return body.uploads;
}

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
