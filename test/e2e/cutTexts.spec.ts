import { expect } from '@playwright/test';
import { findCut } from '../support/findCut';
import { SERVICE, StandIn } from '../support/standIn';
import { files, imageNames } from '../support/walk/inventedLists';
import { ACME_ADMIN } from '../support/walkLogin';
import { signInAs, test } from './support';

const PROJECT = 'acme/mouse-brain-atlas';

test('neither the counts in the list of datasets nor the names and dates of deleted files are cut in any common window', async ({
  page,
  backend,
}) => {
  const channels = [1, 2].map((num) => ({ num, name: `Channel ${num}` }));
  const dataset = {
    datasetHash: 'a'.repeat(32),
    projectHash: 'b'.repeat(32),
    dataset: 'Brain07',
    description: '',
    sid: 'acme',
    physicalSections: 600,
    bitDepth: 16,
    channels,
    attributes: {},
  };
  const standIn = await StandIn.over(page);
  const names = imageNames('Brain07', 1_200).map((name) => `Brain07/${name}`);
  const key = `${PROJECT}/Brain07/Brain07_S000060_L01_ch01.tif`;
  standIn.answer(SERVICE.datasets, { json: { datasets: [dataset] } });
  standIn.answer(SERVICE.files, files(PROJECT, names));
  const times = { deletedAt: '2026-03-02T10:15:00Z', removedAfter: '2026-04-01T10:15:00Z' };
  standIn.answer(/\/deleted$/, { json: { deleted: [], files: [{ key, size: 1, ...times }] } });
  await signInAs(page, backend, ACME_ADMIN);
  await page.goto(`/${PROJECT}`);
  await expect(page.getByText('1,199 of 1,200 images')).toBeVisible();
  const expectNothingCut = async () => {
    for (const width of [1920, 1440, 720, 390]) {
      await page.setViewportSize({ width, height: 844 });
      await expect.poll(() => page.evaluate(findCut), `${width} px`).toEqual([]);
    }
  };
  await expectNothingCut();
  await page.getByRole('button', { name: 'Transfer history' }).click();
  await page.getByRole('tab', { name: 'Deleted' }).click();
  await expect(page.getByRole('button', { name: /^Restore / })).toBeVisible();
  await expectNothingCut();
  // Beside the name in a narrow window, otherwise in a column of its own.
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 844 });
    await expect(page.getByText('Kept until').filter({ visible: true })).toHaveCount(1);
  }
});
