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
  await visit('upload-empty', page.getByRole('button', { name: 'Choose files' }));
  await chooseFiles(walk, ['TC042_S000023_L01_ch01.tif', 'TC042_S000025_L01_ch01.tif', 'signal_ch000024.tif']);
  await visit('upload', page.getByText('invalid total Sections'));
  await page.getByRole('checkbox', { name: 'signal_ch000024.tif' }).check();
  await page.getByRole('button', { name: 'Rename selected' }).click();
  const digits = page.getByRole('toolbar', { name: 'Digits of signal_ch000024.tif' });
  await visit('rename-files', digits);
  await page.getByRole('button', { name: 'Layer', exact: true }).click();
  await digits.getByRole('button', { name: 'Digit 0: channel' }).first().click();
  await visit('rename-digits', digits.getByRole('button', { name: 'Digit 0: layer' }));
  await escape(page);

  await page.goto(`${appUrl}${PROJECT}/upload`);
  await chooseFiles(walk, ['TC042_S000001_L01_ch01.tif']);
  await visit('upload-into-project', page.getByRole('checkbox', { name: 'TC042_S000001_L01_ch01.tif' }));

  standIn.hold(SERVICE.files);
  await page.goto(`${appUrl}${DATASET}/upload`);
  await chooseFiles(walk, ['TC042_S000001_L01_ch01.tif', 'TC042_S000002_L01_ch01.tif']);
  await visit('upload-loading', page.getByText('Comparing with the server'));
  standIn.answer(SERVICE.files, { status: 409, json: { msg: 'The disk is full' } });
  await standIn.release();
  await visit('upload-not-compared', page.getByText('The files on the server could not be loaded'));
  await standIn.clear();
  await page.getByRole('button', { name: 'Try again' }).click();
  await visit('upload-collisions', page.getByRole('heading', { name: /on the server already$/ }));

  await page.goto(`${appUrl}${DATASET}/upload`);
  fs.mkdirSync(path.join(walk.disk, 'day'));
  const day = writeScanDay(path.join(walk.disk, 'day'), { dataset: 'TC042', sections: 60, layers: 1, channels: 2 });
  await dropFolder(page, day.folder);
  const problems = page.getByRole('region', { name: 'Problems' });
  await expect(problems.getByRole('button', { name: 'Rename all (3)' })).toBeVisible();
  await visit('upload-worklist', problems.getByRole('button', { name: 'Leave out', exact: true }));
  await problems.getByRole('button', { name: 'Rename all (3)' }).click();
  await problems.getByRole('button', { name: 'Keep rescans' }).click();
  await visit('upload-repaired', problems.getByRole('button', { name: 'Undo renaming of 3 files' }));

  await page.goto(`${appUrl}${DATASET}/upload`);
  await page.evaluate(STALL_READING);
  await dropFolder(page, walk.disk);
  await visit('upload-reading', page.getByText('Problems and missing files appear once all files have been read.'));
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
