import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A folder of many files, some of them invalid. */
export interface ChosenFolder {
  readonly folder: string;
  readonly paths: readonly string[];
  /** Number of invalid names. */
  readonly invalid: number;
}

const ONE_IN = 10;

/** Creates files of which one in ten has a microscope's own name and one in ten is empty. None of them is a TIFF. */
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
  return { folder, paths, invalid: count / ONE_IN };
}

/** Creates files with valid names, and returns their paths. */
export async function makeNamedFiles(folder: string, count: number): Promise<readonly string[]> {
  await mkdir(folder, { recursive: true });
  const paths = Array.from({ length: count }, (_, index) =>
    join(folder, `BENCH_S${String(index + 1).padStart(6, '0')}_L01_ch01.tif`),
  );
  for (const path of paths) await writeFile(path, 'x');
  return paths;
}
