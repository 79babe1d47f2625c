import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sharedBackend } from '../support/sharedBackend';
import { signIn, type Session } from '../support/signIn';

const backend = sharedBackend();
let member: Session;
let stranger: Session;
let projectHash: string;

interface Job {
  readonly jobId: string;
  readonly status: string;
}

beforeAll(async () => {
  member = await signIn(backend, 'member@globex.example');
  stranger = await signIn(backend, 'member@acme.example');
  ({ projectHash } = await member.make<{ projectHash: string }>('/project', { title: 'Job requests' }));
});

let made = 0;

async function makeDataset(): Promise<string> {
  const form = { projectHash, dataset: `TC${String((made += 1))}` };
  return (await member.make<{ datasetHash: string }>('/dataset', form)).datasetHash;
}

describe('GET /pipeline/{datasetHash}', () => {
  it('returns the latest job of each pipeline that has been started', async () => {
    const hash = await makeDataset();
    expect(await member.call('GET', `/pipeline/${hash}`)).toMatchObject({ status: 200, body: { jobs: {} } });
    const { jobId } = await member.make<Job>(`/pipeline/atlas/${hash}`, {});
    const { body } = await member.call('GET', `/pipeline/${hash}`);
    expect(body).toEqual({ jobs: { atlas: { jobId, status: 'QUEUED' } } });
  });

  it('returns 404 for a dataset that does not exist, was deleted or belongs to another sponsor', async () => {
    const hash = await makeDataset();
    expect((await stranger.call('GET', `/pipeline/${hash}`)).status).toBe(404);
    await member.call('DELETE', `/dataset/${hash}`, { permanentDelete: false });
    expect((await member.call('GET', `/pipeline/${hash}`)).status).toBe(404);
    expect((await member.call('GET', '/pipeline/none')).status).toBe(404);
  });
});

describe('GET /pipeline?projectHash', () => {
  it('returns the latest jobs of the project’s datasets', async () => {
    const [first, second, deleted] = [await makeDataset(), await makeDataset(), await makeDataset()];
    const { jobId } = await member.make<Job>(`/pipeline/atlas/${first}`, {});
    await member.call('DELETE', `/pipeline/atlas/${first}`);
    const latest = await member.make<Job>(`/pipeline/atlas/${first}`, {});
    expect(latest.jobId).not.toBe(jobId);
    await member.make<Job>(`/pipeline/multimodel/${deleted}`, {});
    await member.call('DELETE', `/dataset/${deleted}`, { permanentDelete: false });
    const { body } = await member.call<{ datasets: Record<string, unknown> }>(
      'GET',
      `/pipeline?projectHash=${projectHash}`,
    );
    expect(body.datasets[first]).toEqual({ atlas: { jobId: latest.jobId, status: 'QUEUED' } });
    expect(body.datasets).not.toHaveProperty(second);
    expect(body.datasets).not.toHaveProperty(deleted);
  });
});

describe('DELETE /pipeline/{kind}/{datasetHash}', () => {
  it('cancels a queued job and withdraws its file, so that it can be started again', async () => {
    const hash = await makeDataset();
    const { jobId } = await member.make<Job>(`/pipeline/atlas/${hash}`, {});
    const file = join(backend.dataDir, 'pipelines', 'atlas', `${jobId}.json`);
    expect(existsSync(file)).toBe(true);
    expect((await member.call('DELETE', `/pipeline/atlas/${hash}`)).status).toBe(200);
    expect(existsSync(file)).toBe(false);
    expect((await member.call('GET', `/pipeline/atlas/${hash}`)).status).toBe(404);
    expect((await member.make<Job>(`/pipeline/atlas/${hash}`, {})).jobId).not.toBe(jobId);
  });

  it('returns 409 for a running job, which continues', async () => {
    const hash = await makeDataset();
    const { jobId } = await member.make<Job>(`/pipeline/atlas/${hash}`, {});
    await writeFile(join(backend.dataDir, 'pipelines', 'atlas', `${jobId}.status.json`), '{"status":"RUNNING"}');
    expect(await member.call('DELETE', `/pipeline/atlas/${hash}`)).toMatchObject({
      status: 409,
      body: { code: 'NOT_QUEUED' },
    });
    expect((await member.call('GET', `/pipeline/atlas/${hash}`)).body).toMatchObject({ jobId, status: 'RUNNING' });
  });

  it('cancels the named job, but not one that was started after it', async () => {
    const hash = await makeDataset();
    const path = `/pipeline/atlas/${hash}`;
    const { jobId: seen } = await member.make<Job>(path, {});
    await member.call('DELETE', path);
    const { jobId } = await member.make<Job>(path, {});
    expect(await member.call('DELETE', `${path}?jobId=${seen}`)).toMatchObject({
      status: 409,
      body: { code: 'NOT_QUEUED' },
    });
    expect((await member.call('GET', path)).body).toMatchObject({ jobId, status: 'QUEUED' });
    expect((await member.call('DELETE', `${path}?jobId=${jobId}`)).status).toBe(200);
  });

  it('returns 404 if the pipeline was never started', async () => {
    const hash = await makeDataset();
    expect((await member.call('DELETE', `/pipeline/atlas/${hash}`)).status).toBe(404);
  });
});
