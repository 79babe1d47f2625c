import { sharedBackend } from '../support/sharedBackend';
import { signIn, type Session } from '../support/signIn';
import { START_TIMEOUT_MS } from '../support/startBackend';
import { uploadFile } from '../support/uploadFile';

const backend = sharedBackend();
let member: Session;
let admin: Session;

beforeAll(async () => {
  member = await signIn(backend, 'member@acme.example');
  admin = await signIn(backend, 'admin@acme.example');
}, START_TIMEOUT_MS);

interface Item {
  readonly userId: string;
  readonly action: string;
  readonly type: string;
  readonly name: string;
  readonly details: string;
  readonly count: number;
}

/** Returns the activity in a project. */
async function activityIn(session: Session, text: string) {
  const { body } = await session.call<{ activity: readonly Item[] }>('GET', '/activity');
  return body.activity
    .filter(({ name, details }) => `${name} ${details}`.includes(text))
    .map(({ action, type, name, details, count }) => [action, type, name, details, count]);
}

test('the activity lists jobs and renames, the latest first, and the files of one request as one item', async () => {
  const { projectHash } = await member.make<{ projectHash: string }>('/project', { title: 'active' });
  const { datasetHash } = await member.make<{ datasetHash: string }>('/dataset', {
    projectHash,
    dataset: 'active one',
  });
  for (const name of ['a', 'b', 'c'])
    await uploadFile(member, `acme/active/active one/${name}.tif`, [Buffer.from(name)]);
  const moves = ['a', 'b', 'c'].map((name) => ({
    from: `acme/active/active one/${name}.tif`,
    to: `acme/active/active one/${name}${name}.tif`,
  }));
  await member.call('POST', '/manage/files/move', { moves });
  const { jobId } = await member.make<{ jobId: string }>(`/pipeline/atlas/${datasetHash}`, {});
  await member.call('DELETE', `/pipeline/atlas/${datasetHash}?jobId=${jobId}`);
  await admin.call('PATCH', `/project/${projectHash}`, { title: 'active two' });

  const own = [
    ['cancel', 'job', 'acme/active/active one', 'atlas', 1],
    ['start', 'job', 'acme/active/active one', 'atlas', 1],
    ['rename', 'file', 'acme/active/active one/aa.tif', 'from acme/active/active one/a.tif', 3],
  ];
  expect(await activityIn(member, 'active')).toEqual(own);
  expect(await activityIn(admin, 'active')).toEqual([['rename', 'project', 'active two', 'from active', 1], ...own]);
});

test('the activity of other sponsors is not listed', async () => {
  const other = await signIn(backend, 'member@globex.example');
  expect(await activityIn(other, 'active')).toEqual([]);
});
