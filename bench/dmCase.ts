import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { UPLOAD_PART_BYTES } from '@data-manager/domain/constants';
import { makeFile, type BenchFile } from './files';
import { canMeasureMemory, memoryOf, peakMemoryDuring } from './memory';
import { askForUrls, IN_FLIGHT } from './plainUpload';
import type { Finding } from './report';
import type { Side } from './sides';
import type { Stage } from './stage';

const PROGRAM = resolve(__dirname, '../dist/cli/dm.mjs');
const MB = 1e6;
const GIB = 1024 ** 3;
const ABOVE_IDLE_MB = 150;

/** The command line, from its start to its end. The files must have a folder of their own. */
export const dm: Side = async (_browser, stage, files) => timed(async () => ended(await startUpload(stage, files)));

/** Sends each part with `curl`, and hashes it with `md5sum` meanwhile, as many at a time as the app. */
export const curl: Side = async (_browser, stage, files) => {
  await stage.expect(files);
  const [{ name: key, path, size }] = files as readonly [BenchFile];
  const totalParts = Math.ceil(size / UPLOAD_PART_BYTES);
  const parts: { readonly partNumber: number; readonly url: string }[] = [];
  while (parts.length < totalParts) {
    const partNumber = parts.length + 1;
    parts.push(...(await askForUrls(stage.access(), { key, uploadId: 'up', partNumber, totalParts })));
  }
  const read = `dd if="$0" bs=${String(UPLOAD_PART_BYTES)} iflag=fullblock skip="$1" count=1 status=none`;
  const script = `${read} | md5sum >/dev/null & ${read} | curl -sS -f -o /dev/null -H Expect: -T - "$2"; wait`;
  const sendNext = async (): Promise<void> => {
    for (let part = parts.shift(); part !== undefined; part = parts.shift())
      await ended(spawn('sh', ['-c', script, path, String(part.partNumber - 1), part.url]));
  };
  return timed(() => Promise.all(Array.from({ length: IN_FLIGHT }, sendNext)));
};

/** The plain calls for each file in sequence, in a process of their own. */
export const bareCalls: Side = (_browser, stage, files) =>
  timed(async () => {
    await stage.expect(files);
    const args = ['--import', 'tsx', join(__dirname, 'bareCalls.ts'), JSON.stringify(stage.access()), folderOf(files)];
    await ended(spawn(process.execPath, args, { stdio: 'inherit' }));
  });

/** Measures the memory that an upload takes above an idle process of Node. */
export async function measureDmMemory(stage: Stage): Promise<readonly Finding[]> {
  if (!canMeasureMemory) return [];
  const idle = spawn(process.execPath, ['--eval', 'setInterval(() => undefined, 1_000); console.log()']);
  await once(idle.stdout, 'data');
  const base = await memoryOf(idle.pid ?? 0);
  idle.kill();
  const child = await startUpload(stage, [await makeFile(join(stage.folder, 'dm-memory'), 1, GIB)]);
  const measured = ((await peakMemoryDuring(child.pid ?? 0, ended(child))) - base) / MB;
  return [
    {
      name: 'dm, memory, 1 GiB',
      measured: `${measured.toFixed(0)} MB above idle`,
      against: `${(base / MB).toFixed(0)} MB`,
      value: measured.toFixed(0),
      target: `≤ ${ABOVE_IDLE_MB} MB`,
      isMet: measured <= ABOVE_IDLE_MB,
    },
  ];
}

async function startUpload(stage: Stage, files: readonly BenchFile[]): Promise<ChildProcess> {
  await stage.expect(files);
  const { url, accessToken, keyPrefix } = stage.access();
  const home = await mkdtemp(join(stage.folder, 'home-'));
  // Random bytes are damaged images.
  const args = [PROGRAM, 'upload', folderOf(files), keyPrefix, '--yes'];
  const env = { ...process.env, DM_HOME: home, DM_URL: url, DM_TOKEN: accessToken };
  return spawn(process.execPath, args, { env, stdio: ['ignore', 'inherit', 'inherit'] });
}

function folderOf([first]: readonly BenchFile[]): string {
  return dirname(first?.path ?? '');
}

async function ended(child: ChildProcess): Promise<void> {
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`${child.spawnfile} ended with ${String(code)}.`);
}

async function timed(job: () => Promise<unknown>): Promise<{ readonly seconds: number }> {
  const started = performance.now();
  await job();
  return { seconds: (performance.now() - started) / 1_000 };
}
