import { sharedBackend } from '../support/sharedBackend';
import { signIn, type Session } from '../support/signIn';
import { START_TIMEOUT_MS } from '../support/startBackend';

const backend = sharedBackend();
let member: Session;

beforeAll(async () => {
  member = await signIn(backend, 'member@globex.example');
}, START_TIMEOUT_MS);

it('a soft-deleted dataset is listed again after it was restored, and not while its project is deleted', async () => {
  const { projectHash } = await member.make<{ projectHash: string }>('/project', { title: 'restored' });
  const { datasetHash } = await member.make<{ datasetHash: string }>('/dataset', { projectHash, dataset: 'TC1' });
  const soft = { permanentDelete: false };
  await member.call('DELETE', `/dataset/${datasetHash}`, soft);
  await member.call('DELETE', `/project/${projectHash}`, soft);
  expect((await member.call('POST', `/dataset/${datasetHash}/restore`)).status).toBe(404);
  expect((await member.call('POST', `/project/${projectHash}/restore`)).body).toMatchObject({ title: 'restored' });
  expect((await member.call('GET', `/dataset/${projectHash}`)).body).toEqual({ datasets: [] });
  expect((await member.call('POST', `/dataset/${datasetHash}/restore`)).body).toMatchObject({ dataset: 'TC1' });
  expect((await member.call('GET', `/dataset/${datasetHash}`)).status).toBe(200);
});

it('an administrator sees what can be restored and until when, without what belongs to other sponsors', async () => {
  const admin = await signIn(backend, 'admin@acme.example');
  const owner = await signIn(backend, 'member@acme.example');
  const { projectHash } = await owner.make<{ projectHash: string }>('/project', { title: 'listed' });
  const form = { projectHash, dataset: 'TC-listed' };
  const { datasetHash } = await owner.make<{ datasetHash: string }>('/dataset', form);
  const { projectHash: other } = await member.make<{ projectHash: string }>('/project', { title: 'of others' });
  await owner.call('DELETE', `/dataset/${datasetHash}`, {});
  await member.call('DELETE', `/project/${other}`, {});

  interface Item {
    readonly hash: string;
    readonly deletedAt: string;
    readonly removedAfter: string;
  }
  const { deleted } = (await admin.call<{ deleted: Item[] }>('GET', '/deleted')).body;
  expect(deleted.map(({ hash }) => hash)).not.toContain(other);
  const item = deleted.find(({ hash }) => hash === datasetHash);
  expect(item).toMatchObject({ type: 'dataset', projectHash, name: 'TC-listed' });
  const days = (Date.parse(item?.removedAfter ?? '') - Date.parse(item?.deletedAt ?? '')) / 86_400_000;
  expect(days).toBe(30);
  await owner.call('POST', `/dataset/${datasetHash}/restore`);
  expect((await admin.call<{ deleted: Item[] }>('GET', '/deleted')).body.deleted).not.toContainEqual(item);
});
