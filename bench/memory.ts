import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';

const SAMPLE_MS = 200;

/** True if the system reports the proportional set size of a process. */
export const canMeasureMemory = process.platform === 'linux';

/** Returns the memory of a process and its descendants in bytes: the proportional set size without mapped files. */
export async function memoryOf(pid: number): Promise<number> {
  const parents = new Map<number, number>();
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    // Skip a process that has ended.
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
    parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')')).split(' ')[2]));
  }
  const isBelow = (one: number | undefined): boolean => one !== undefined && (one === pid || isBelow(parents.get(one)));
  const sizes = await Promise.all([...parents.keys()].filter(isBelow).map(proportionalSize));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Leaves out mapped files. They are the browser's program, and a process's share of it grows when another browser ends. */
async function proportionalSize(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
  const sizeOf = (name: string): number => Number(new RegExp(`^${name}: +(\\d+) kB$`, 'm').exec(text)?.[1] ?? 0) * 1024;
  return sizeOf('Pss') - sizeOf('Pss_File');
}

/** Returns the peak memory of a process and its descendants during a job in bytes. */
export async function peakMemoryDuring(pid: number, job: Promise<unknown>): Promise<number> {
  let peak = 0;
  let isOver = false;
  const watch = async (): Promise<void> => {
    while (!isOver) {
      peak = Math.max(peak, await memoryOf(pid));
      await wait(SAMPLE_MS);
    }
  };
  const watching = watch();
  await job.finally(() => {
    isOver = true;
  });
  await watching;
  return peak;
}
