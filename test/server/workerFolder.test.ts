import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { dataFolderOf, type DataFolder } from '../../server/src/disk/dataFolder';
import { readWorkerReport } from '../../server/src/pipelines/workerJobs';
import { temporaryFolder } from '../support/temporaryFolder';

const JOB = {
  jobId: '00000000-0000-4000-8000-000000000001',
  kind: 'atlas',
  datasetHash: 'd',
  status: 'QUEUED',
  createdAt: '2030-01-02T03:04:05.000Z',
} as const;

let folder: DataFolder;
let answer: string;

beforeEach(async () => {
  folder = dataFolderOf(await temporaryFolder());
  await mkdir(join(folder.pipelines, JOB.kind), { recursive: true });
  answer = join(folder.pipelines, JOB.kind, `${JOB.jobId}.status.json`);
});

test('returns no report before the worker has written one', async () => {
  expect(await readWorkerReport(folder, JOB)).toEqual({ kind: 'none' });
});

test('reports a partially written file as invalid JSON', async () => {
  await writeFile(answer, '{"status":"DO');
  expect(await readWorkerReport(folder, JOB)).toEqual({ kind: 'invalid', problem: `${answer} is not valid JSON` });
});

test('reports a file that the server cannot read', async () => {
  await mkdir(answer);
  expect(await readWorkerReport(folder, JOB)).toEqual({ kind: 'invalid', problem: `${answer} can't be read (EISDIR)` });
});
