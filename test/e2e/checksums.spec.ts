import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect } from '@playwright/test';
import { ACME_MEMBER } from '../support/walkLogin';
import { nextArchive, signInAs, test } from './support';

const run = promisify(execFile);

test('md5sum and sha256sum accept an unpacked archive of a dataset, also with the checksums that the page saves', async ({
  page,
  backend,
  disk,
}) => {
  await signInAs(page, backend, ACME_MEMBER, '/acme/mouse-brain-atlas/TC042');
  const archived = nextArchive(page);
  await page.getByRole('button', { name: 'Download', exact: true }).click();
  await (await archived).saveAs(path.join(disk, 'archive.zip'));
  await run('unzip', ['-q', 'archive.zip'], { cwd: disk });
  for (const [tool, name] of [
    ['md5sum', 'MD5SUMS'],
    ['sha256sum', 'SHA256SUMS'],
  ] as const) {
    await run(tool, ['-c', '--strict', '--quiet', name], { cwd: disk });
    await page.getByRole('button', { name: 'Checksums' }).click();
    const saved = page.waitForEvent('download');
    await page.getByRole('menuitem', { name }).click();
    const file = path.join(disk, 'TC042', name);
    await (await saved).saveAs(file);
    expect((await readFile(file, 'utf8')).trim().split('\n')).toHaveLength(71);
    await run(tool, ['-c', '--strict', '--quiet', name], { cwd: path.join(disk, 'TC042') });
  }
  await writeFile(path.join(disk, 'TC042/TC042_S000001_L01_ch01.tif'), 'changed');
  await expect(run('sha256sum', ['-c', '--quiet', 'SHA256SUMS'], { cwd: disk })).rejects.toThrow('did NOT match');
});
