import { createDataMaker, type DataMaker } from '../support/makeData';
import { sharedBackend } from '../support/sharedBackend';
import { signIn, type Session } from '../support/signIn';
import { START_TIMEOUT_MS } from '../support/startBackend';

const backend = sharedBackend();
let member: Session;
let stranger: Session;
let make: DataMaker;

interface Job {
  readonly jobId: string;
  readonly status: string;
}

beforeAll(async () => {
  member = await signIn(backend, 'member@globex.example');
  stranger = await signIn(backend, 'member@acme.example');
  make = createDataMaker(member);
}, START_TIMEOUT_MS);

describe('GET /pipeline/{datasetHash}', () => {
  it('returns the latest job of each pipeline that has been started', async () => {
    const { hash } = await make.dataset();
    expect(await member.call('GET', `/pipeline/${hash}`)).toMatchObject({ status: 200, body: { jobs: {} } });
    const { jobId } = await member.make<Job>(`/pipeline/atlas/${hash}`, {});
    const { body } = await member.call('GET', `/pipeline/${hash}`);
    expect(body).toEqual({ jobs: { atlas: { jobId, status: 'QUEUED' } } });
  });

  it('returns 404 for a dataset that does not exist, was deleted or belongs to another sponsor', async () => {
    const { hash } = await make.dataset();
    expect((await stranger.call('GET', `/pipeline/${hash}`)).status).toBe(404);
    await member.call('DELETE', `/dataset/${hash}`, { permanentDelete: false });
    expect((await member.call('GET', `/pipeline/${hash}`)).status).toBe(404);
    expect((await member.call('GET', '/pipeline/none')).status).toBe(404);
  });
});
