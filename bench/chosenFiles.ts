import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A folder of many files, some of them invalid. */
export interface ChosenFolder {
  readonly folder: string;
  readonly paths: readonly string[];
  /** Number of invalid names. */
  readonly invalid: number;
  /** The counts that the upload screen shows. */
  readonly counts: readonly string[];
}

const ONE_IN = 10;

/** Creates files of which one in ten has a microscope's own name and one in ten is empty. */
export async function makeChoice(folder: string, count: number): Promise<ChosenFolder> {
  await mkdir(folder, { recursive: true });
  const paths: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const kind = index % ONE_IN;
    const number = String(index).padStart(6, '0');
    const name = kind === 0 ? `signal_ch${number}.tif` : `BENCH_S${number}_L01_ch01.${kind === 1 ? 'TIFF' : 'tif'}`;
    const path = join(folder, name);
    await writeFile(path, kind === 1 ? '' : 'x');
    paths.push(path);
  }
  const each = count / ONE_IN;
  const words = each.toLocaleString('en');
  return { folder, paths, invalid: each, counts: [`${words} invalid names`, `${words} empty`] };
}
