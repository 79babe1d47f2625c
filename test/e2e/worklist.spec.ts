import path from 'node:path';
import { expect } from '@playwright/test';
import { dropFolder } from '../support/dropFolder';
import { tinyTiff, writeScanDay } from '../support/scanDay';
import { signIn } from '../support/signIn';
import { uploadFile } from '../support/uploadFile';
import { ACME_MEMBER } from '../support/walkLogin';
import { signInAs, test } from './support';

/** Reports each real click with the name of its target. */
const COUNT_CLICKS = `addEventListener('click', (event) => {
  if (event.isTrusted) countClick(event.target.closest('a, button')?.textContent ?? '');
}, true)`;

test('a day of 1,196 images is repaired with at most 6 clicks from dropping its folder to its upload', async ({
  page,
  backend,
  disk,
}) => {
  test.slow();
  // Named after the test's folder, so that the test can be repeated on the same backend.
  const dataset = `Brain07_${path.basename(disk).slice(-6)}`;
  const day = writeScanDay(disk, { dataset, sections: 300, layers: 2, channels: 2 });
  const member = await signIn(backend, ACME_MEMBER.email);
  const { body } = await member.call<{ projectHash: string }>('POST', '/project', { title: `day ${dataset}` });
  const channels = [1, 2].map((num) => ({ num, name: `Channel ${num}` }));
  const metadata = { projectHash: body.projectHash, dataset, physicalSections: 300, channels };
  expect((await member.call('POST', '/dataset', metadata)).status).toBe(200);
  for (const [index, name] of day.changed.entries()) {
    await uploadFile(member, `acme/day ${dataset}/${dataset}/${name}`, [tinyTiff(90_000 + index)]);
  }

  const clicks: string[] = [];
  await page.context().exposeFunction('countClick', (name: string) => clicks.push(name));
  await page.addInitScript(COUNT_CLICKS);
  await signInAs(page, backend, ACME_MEMBER);
  await page.route('**/upload/start', () => undefined);
  await page.goto(`/acme/${encodeURIComponent(`day ${dataset}`)}/${dataset}/upload`);
  await dropFolder(page, day.folder);
  const problems = page.getByRole('region', { name: 'Problems' });
  await expect(problems.getByRole('heading', { level: 3 })).toHaveText([
    '3 names don’t fit',
    '4 scans of the same sections',
    '5 files are on the server already',
    '2 damaged images',
  ]);
  await expect(problems.getByText('5 different · Skip or replace 5')).toBeVisible();
  await expect(problems.getByRole('button', { name: 'Leave out' })).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('grid')).toBeHidden();

  await problems.getByRole('button', { name: 'Rename all (3)' }).click();
  await problems.getByRole('button', { name: 'Keep rescans' }).click();
  await problems.getByRole('button', { name: 'Replace all' }).click();
  const upload = page.getByRole('button', { name: 'Upload', exact: true });
  await expect(upload).toBeEnabled();
  await expect(page.getByText('8 files will still be missing')).toBeVisible();
  await upload.click();
  const sent = day.files - 2 - 2;
  await expect(page.getByRole('tab', { name: `Uploads (${sent})` })).toBeVisible();
  expect(clicks.length).toBeLessThanOrEqual(6);
});
