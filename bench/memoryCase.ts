import { setTimeout as wait } from 'node:timers/promises';
import { launchBrowser } from './browser';
import { makeFile, makeSparseFile, type BenchFile } from './files';
import { canMeasureMemory, memoryOf, peakMemoryDuring } from './memory';
import type { Finding } from './report';
import { openApp, uploadIn } from './sides';
import type { Stage } from './stage';

const MB = 1e6;
const GIB = 1024 ** 3;
const ABOVE_IDLE_MB = 80;
const SETTLING_MS = 2_000;

/** Measures the memory that an upload adds to the browser. It must not grow with the size of the file. */
export async function measureMemory(stage: Stage): Promise<readonly Finding[]> {
  if (!canMeasureMemory) return [];
  const small = await memoryAboveIdle(stage, await makeFile(stage.folder, 1, GIB));
  const large = await memoryAboveIdle(stage, await makeSparseFile(stage.folder, 2, 64));
  const finding = (name: string, measured: number): Finding => ({
    name,
    measured: `${measured.toFixed(0)} MB above idle`,
    against: '–',
    value: measured.toFixed(0),
    target: `≤ ${ABOVE_IDLE_MB} MB`,
    isMet: measured <= ABOVE_IDLE_MB,
  });
  return [finding('memory, 1 GiB', small), finding('memory, 4 GiB', large)];
}

/** Uses a new browser, so that earlier uploads do not count. Returns megabytes. */
async function memoryAboveIdle(stage: Stage, file: BenchFile): Promise<number> {
  const browser = await launchBrowser();
  try {
    const page = await openApp(browser, stage, [file]);
    await page.collectGarbage();
    await wait(SETTLING_MS);
    const idle = await memoryOf(browser.pid);
    const peak = await peakMemoryDuring(browser.pid, uploadIn(page));
    return (peak - idle) / MB;
  } finally {
    await browser.close();
  }
}
