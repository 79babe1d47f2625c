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
