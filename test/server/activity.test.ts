import { sharedBackend } from '../support/sharedBackend';
import { signIn, type Session } from '../support/signIn';
import { uploadFile } from '../support/uploadFile';

const backend = sharedBackend();
let member: Session;
let admin: Session;

beforeAll(async () => {
  member = await signIn(backend, 'member@acme.example');
  admin = await signIn(backend, 'admin@acme.example');
});

interface Item {
  readonly userName: string;
  readonly action: string;
  readonly type: string;
  readonly name: string;
  readonly details?: string;
  readonly count: number;
}

/** Returns the activity in a project. */
async function activityIn(session: Session, text: string) {
  const { body } = await session.call<{ activity: readonly Item[] }>('GET', '/activity');
  return (
    body.activity
      // Other tests of the same server create projects and datasets in the same minute, which are one item with these.
      .filter(({ name, action, details = '' }) => action !== 'create' && `${name} ${details}`.includes(text))
      .map(({ userName, action, type, name, details = '', count }) => [userName, action, type, name, details, count])
  );
}

test('the activity lists who did what, the latest first, and the files of one place as one item', async () => {
  const { projectHash } = await member.make<{ projectHash: string }>('/project', { title: 'active' });
  const { datasetHash } = await member.make<{ datasetHash: string }>('/dataset', {
    projectHash,
    dataset: 'active one',
  });
  const keys = ['a', 'b', 'c'].map((name) => `acme/active/active one/${name}.tif`);
  for (const key of keys) await uploadFile(member, key, [Buffer.from(key)]);
  const moves = keys.map((from) => ({ from, to: from.replace('.tif', '2.tif') }));
  await member.call('POST', '/manage/files/move', { moves });
  await member.call('DELETE', '/manage/files', { keys: moves.map(({ to }) => to) });
  const { jobId } = await member.make<{ jobId: string }>(`/pipeline/atlas/${datasetHash}`, {});
  await member.call('DELETE', `/pipeline/atlas/${datasetHash}?jobId=${jobId}`);
  await admin.call('PATCH', `/project/${projectHash}`, { title: 'active two' });

  const own = [
    ['cancel', 'job', 'acme/active/active one', 'atlas', 1],
    ['start', 'job', 'acme/active/active one', 'atlas', 1],
    ['delete', 'file', 'acme/active/active one/c2.tif', '', 3],
    ['rename', 'file', 'acme/active/active one/c2.tif', 'from acme/active/active one/c.tif', 3],
    ['upload', 'file', 'acme/active/active one/c.tif', '', 3],
  ].map((item: readonly unknown[]) => ['Mia Member', ...item]);
  expect(await activityIn(member, 'active')).toEqual(own);
  const renamed = ['Ada Admin', 'rename', 'project', 'active two', 'from active', 1];
  expect(await activityIn(admin, 'active')).toEqual([renamed, ...own]);
});

test('the activity of other sponsors is not listed', async () => {
  const other = await signIn(backend, 'member@globex.example');
  expect(await activityIn(other, 'active')).toEqual([]);
});
