import { execFile } from 'node:child_process';
import { cp } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, type Page } from '@playwright/test';
import { usesCluster } from '../cluster/usesCluster';
import { damageFiles, editManifest, signWithOtherKey } from '../support/bagFaults';
import { signIn } from '../support/signIn';
import { uploadFile } from '../support/uploadFile';
import { ACME_MEMBER } from '../support/walkLogin';
import { nextArchive, signInAs, test } from './support';

const run = promisify(execFile);
/** A seal contains the receipts of its files, which are read in pages of 500. On a cluster, uploading more than a page takes long. */
const FILES = usesCluster ? 12 : 505;

/** Opens `verify.html` of a bag from disk and returns what it says about the bag. */
async function check(page: Page, bag: string): Promise<string> {
  await page.goto(pathToFileURL(path.join(bag, 'verify.html')).href);
  await page.getByLabel('Folder').setInputFiles(bag);
  await expect(page.getByRole('status')).toHaveText(/files are intact\.$/, { timeout: 60_000 });
  return page.locator('body').innerText();
}

test('a sealed dataset says so, asks before it is changed, and verify.html in its archive finds every fault', async ({
  page,
  backend,
  disk,
}) => {
  test.slow();
  const member = await signIn(backend, ACME_MEMBER.email);
  const { body } = await member.call<{ projectHash: string }>('POST', '/project', {
    title: `seal ${path.basename(disk)}`,
  });
  const project = `seal ${path.basename(disk)}`;
  await member.call('POST', '/dataset', { projectHash: body.projectHash, dataset: 'TC7' });
  const names = Array.from({ length: FILES }, (_, index) => `f ${String(index).padStart(4, '0')} 100%.txt`);
  for (let start = 0; start < FILES; start += 20) {
    await Promise.all(
      names
        .slice(start, start + 20)
        .map((name) => uploadFile(member, `acme/${project}/TC7/${name}`, [Buffer.from(`content of ${name}`)])),
    );
  }

  await signInAs(page, backend, ACME_MEMBER, `/acme/${encodeURIComponent(project)}/TC7`);
  await page.getByRole('button', { name: 'Seal dataset' }).click();
  await page.getByRole('dialog', { name: 'Seal dataset' }).getByRole('button', { name: 'Start' }).click();
  const sealed = page.getByRole('status', { name: 'Sealed' });
  await expect(sealed).toHaveText(/^Sealed /, { timeout: 60_000 });

  const archived = nextArchive(page);
  await page.getByRole('button', { name: 'Download', exact: true }).click();
  await (await archived).saveAs(path.join(disk, 'archive.zip'));
  await run('unzip', ['-q', 'archive.zip'], { cwd: disk });
  const bag = path.join(disk, 'TC7');
  await run('sha256sum', ['-c', '--strict', '--quiet', 'manifest-sha256.txt'], { cwd: bag });
  const offline = await page.context().newPage();
  await offline.route(/^https?:/, (route) => route.abort());
  const all = await check(offline, bag);
  expect(all).toContain(`All ${String(FILES + 6)} files are intact.`);
  expect(all).toContain('The signature holds.');

  const file = (index: number) => `data/f ${String(index).padStart(4, '0')} 100_.txt`;
  const pristine = path.join(disk, 'pristine');
  await cp(bag, pristine, { recursive: true });
  const faults = await damageFiles(bag, [file(1), file(2), file(3), file(4), file(5)]);
  await check(offline, bag);
  const items = (name: string) => offline.getByRole('list', { name }).getByRole('listitem');
  for (const [name, paths] of Object.entries<readonly string[]>({ ...faults }))
    await expect(items(name)).toHaveText(paths);

  const undo = await editManifest(pristine, file(7));
  const edited = await check(offline, pristine);
  expect(edited).toContain('manifest-sha256.txt was changed after it was signed.');
  await expect(items('Changed')).toHaveText(['manifest-sha256.txt']);
  await expect(items('Added')).toHaveText([file(7)]);
  await undo();
  await signWithOtherKey(pristine);
  expect(await check(offline, pristine)).toContain('The signature is that of another key: other.');

  await page.getByRole('checkbox', { name: 'f 0000 100%.txt', exact: true }).check();
  await page.getByRole('button', { name: 'Delete files' }).click();
  const question = page.getByRole('dialog', { name: 'Break the seal?' });
  await expect(question).toContainText('The change breaks its seal.');
  await question.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('dialog', { name: 'Delete files' }).getByRole('button', { name: 'Delete' }).click();
  await expect(sealed).toHaveText(/broken$/);
});
