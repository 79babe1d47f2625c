import fs from 'node:fs';
import path from 'node:path';
import { expect } from '@playwright/test';
import { dropFolder } from '../dropFolder';
import { writeScanDay } from '../scanDay';
import { SERVICE } from '../standIn';
import { chooseFiles, DATASET, escape, PROJECT, type Walk } from './walk';

/** Visits the states of the upload screen before the upload starts. */
export async function visitUpload(walk: Walk): Promise<void> {
  const { page, appUrl, visit, standIn } = walk;
  await page.goto(`${appUrl}${DATASET}/upload`);
  await expect(page.getByRole('button', { name: 'Choose files' })).toBeVisible();
  await visit('upload-empty');
  await chooseFiles(walk, ['TC042_S000023_L01_ch01.tif', 'TC042_S000025_L01_ch01.tif', 'signal_ch000024.tif']);
  await expect(page.getByText('invalid total Sections')).toBeVisible();
  await visit('upload');
  await page.getByRole('checkbox', { name: 'signal_ch000024.tif' }).check();
  await page.getByRole('button', { name: 'Rename selected' }).click();
  const digits = page.getByRole('toolbar', { name: 'Digits of signal_ch000024.tif' });
  await expect(digits).toBeVisible();
  await visit('rename-files');
  await page.getByRole('button', { name: 'Layer', exact: true }).click();
  await digits.getByRole('button', { name: 'Digit 0: channel' }).first().click();
  await expect(digits.getByRole('button', { name: 'Digit 0: layer' })).toBeVisible();
  await visit('rename-digits');
  await escape(page);

  await page.goto(`${appUrl}${PROJECT}/upload`);
  await chooseFiles(walk, ['TC042_S000001_L01_ch01.tif']);
  await expect(page.getByRole('checkbox', { name: 'TC042_S000001_L01_ch01.tif' })).toBeVisible();
  await visit('upload-into-project');

  standIn.hold(SERVICE.files);
  await page.goto(`${appUrl}${DATASET}/upload`);
  await chooseFiles(walk, ['TC042_S000001_L01_ch01.tif', 'TC042_S000002_L01_ch01.tif']);
  await expect(page.getByText('Comparing with the server')).toBeVisible();
  await visit('upload-loading');
  standIn.answer(SERVICE.files, { status: 409, json: { msg: 'The disk is full' } });
  await standIn.release();
  await expect(page.getByText('The files on the server could not be loaded')).toBeVisible();
  await visit('upload-not-compared');
  await standIn.clear();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('group', { name: 'Files already on the server' })).toBeVisible();
  await visit('upload-collisions');

  await page.goto(`${appUrl}${DATASET}/upload`);
  fs.mkdirSync(path.join(walk.disk, 'day'));
  const day = writeScanDay(path.join(walk.disk, 'day'), { dataset: 'TC042', sections: 60, layers: 1, channels: 2 });
  await dropFolder(page, day.folder);
  const problems = page.getByRole('region', { name: 'Problems' });
  await expect(problems.getByRole('button', { name: 'Rename all (3)' })).toBeVisible();
  await expect(problems.getByRole('button', { name: 'Leave out' })).toBeVisible();
  await visit('upload-worklist');
  await problems.getByRole('button', { name: 'Rename all (3)' }).click();
  await problems.getByRole('button', { name: 'Keep rescans' }).click();
  await expect(problems.getByRole('button', { name: 'Undo renaming of 3 files' })).toBeVisible();
  await visit('upload-repaired');

  await page.goto(`${appUrl}${DATASET}/upload`);
  await page.evaluate(STALL_READING);
  await dropFolder(page, walk.disk);
  await expect(page.getByText('Problems and missing files appear once all files have been read.')).toBeVisible();
  await visit('upload-reading');
}

/** Replaces dropped items with a folder whose reading stalls after a hundred files. */
const STALL_READING = `DataTransferItem.prototype.webkitGetAsEntry = () => {
  const entries = Array.from({ length: 200 }, (_, index) => {
    const name = 'TC042_S000' + (index + 100) + '_L01_ch01.tif';
    const file = (give) => index < 100 && setTimeout(give, 50, new File(['II*'], name));
    return { isFile: true, isDirectory: false, fullPath: '/scan/' + name, file };
  });
  const readEntries = (give) => give(entries.splice(0, 100));
  return { isFile: false, isDirectory: true, fullPath: '/scan', createReader: () => ({ readEntries }) };
}`;
