import fs from 'node:fs';
import path from 'node:path';
import { expect, type Page } from '@playwright/test';
import { chooseBy } from '../chooseBy';
import { drawnTiff } from '../drawnTiff';
import { NEW_MOSAIC } from '../mosaic';
import { SERVICE } from '../standIn';
import { files, imageNames } from './inventedLists';
import { DATASET, escape, everyThumbnail, painted, PROJECT, type Walk } from './walk';

const ROOT = DATASET.slice(1);

/** Visits a dataset, its dialog for deletion, and URLs that do not exist. */
export async function visitDataset({ page, appUrl, visit, standIn }: Walk): Promise<void> {
  standIn.addHeaders(SERVICE.pictures, { 'x-image-page': '2', 'x-image-pages': '3' });
  await page.goto(appUrl + DATASET);
  await everyThumbnail(page);
  await painted(page);
  await expect(page.getByRole('spinbutton', { name: 'Page, 1 to 3' })).toBeVisible();
  await page.getByRole('checkbox', { name: 'TC042_S000001_L01_ch01.tif' }).check();
  await visit('dataset');
  await page.getByRole('button', { name: 'Delete files' }).click();
  await visit('delete-files', page.getByRole('dialog', { name: 'Delete files' }));
  await escape(page);
  await page.getByRole('button', { name: 'Rename files' }).click();
  await page.getByRole('textbox', { name: 'New name' }).fill('TC042_S000002_L01_ch01.tif');
  await visit('rename-file', page.getByText('Another file has this name'));
  const from = `${ROOT}/TC042_S000001_L01_ch01.tif`;
  standIn.answer(/\/manage\/files\/move$/, {
    json: { moved: [], refused: [{ from, msg: 'Another upload has this name' }] },
  });
  await page.getByRole('textbox', { name: 'New name' }).fill('TC042_S000030_L01_ch01.tif');
  await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
  await visit('rename-refused', page.getByRole('alert').filter({ hasText: 'The server did not rename:' }));
  await escape(page);
  await page.getByRole('checkbox', { name: 'TC042_S000001_L01_ch02.tif' }).check();
  await page.getByRole('button', { name: 'Rename files' }).click();
  await page.getByRole('switch', { name: 'Use numbers from file names' }).uncheck();
  await visit('rename-stored-files', page.getByText('1 file would get the name of a file on the server'));
  await escape(page);
  await page.getByRole('button', { name: 'Filmstrip' }).click();
  const frame = page.getByRole('option', { name: /^Section 17 ?1 missing$/ });
  await expect(frame).toBeVisible();
  await frame.click();
  await expect(frame).toHaveAttribute('aria-selected', 'true');
  await visit('dataset-filmstrip');
  await page.getByRole('button', { name: 'Table' }).click();
  const ruler = page.getByRole('button', { name: 'Ruler', exact: true });
  await ruler.click();
  await expect(page.getByRole('group', { name: 'Intensity profile' })).toContainText(/min .*, max /);
  await visit('preview-ruler');
  await ruler.click();
  await page.getByRole('button', { name: 'Full screen' }).click();
  const exit = page.getByRole('button', { name: 'Exit full screen' });
  await visit('preview-full-screen', exit);
  await exit.click();
  await standIn.clear();
  await page.goto(`${appUrl}${DATASET}?section=13`);
  await everyThumbnail(page);
  await painted(page);
  await zoomToPixels(page);
  await visit('preview-zoomed');
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByRole('button', { name: 'ch02', exact: true }).click();
  await page.getByRole('textbox', { name: 'Sections' }).fill('900-');
  await visit('dataset-none-found', page.getByText('No files match the filters'));
  await page.getByRole('textbox', { name: 'Sections' }).fill('5, ten');
  await visit('dataset-filter-invalid', page.getByText(/^1 of 71 files/));
  await page.getByRole('button', { name: 'Add To Viewer' }).click();
  await expect(
    page.getByRole('dialog', { name: 'Add To Viewer' }).getByRole('button', { name: 'Start' }),
  ).toBeEnabled();
  await visit('job');
  await escape(page);
  await page.getByRole('button', { name: 'Delete Dataset' }).click();
  await visit('delete-dataset', page.getByRole('dialog'));
  await page.getByRole('checkbox', { name: 'Delete permanently' }).check();
  await visit('delete-permanently');
  await escape(page);
  await page.goto(`${appUrl}${PROJECT}/there-is-no-such-dataset`);
  await visit('missing-dataset', page.getByText(/^Dataset .* not found/));
  await page.goto(`${appUrl}${DATASET}/far/too/deep`);
  await visit('unknown-place', page.getByText('Page not found'));
}

/** Zooms into the picture until its pixels are visible, and waits for the values under the pointer. */
async function zoomToPixels(page: Page): Promise<void> {
  await page.getByRole('application', { name: 'Picture' }).hover();
  for (let step = 0; step < 5; step += 1) await page.mouse.wheel(0, -240);
  await expect(page.getByRole('application', { name: 'Picture' }).getByRole('img')).toHaveAttribute('data-pixels');
  await expect(page.getByLabel('Values under the pointer')).toHaveText(/Autofluorescence \d+Thy1-GFP \d+DAPI \d+$/);
}

/** Visits the comparison of a dataset with a folder, before and after a folder is chosen, and without a list of files. */
export async function visitComparison({ page, appUrl, disk, visit, standIn }: Walk): Promise<void> {
  await page.goto(appUrl + DATASET);
  await page.getByRole('button', { name: 'Compare with a folder' }).click();
  const comparison = page.getByRole('region', { name: 'Comparison' });
  await visit('comparison-empty', comparison.getByRole('button', { name: 'Choose folder' }));
  const folder = path.join(disk, 'TC042');
  fs.mkdirSync(folder);
  for (const section of [1, 900]) {
    const name = `TC042_S${String(section).padStart(6, '0')}_L01_ch01.tif`;
    fs.writeFileSync(path.join(folder, name), drawnTiff(40_000, section));
  }
  await chooseBy(page, 'Choose folder', folder);
  await visit('comparison', comparison.getByText(/^Compared /));
  await comparison.getByRole('tab', { name: 'Only on the server (70)' }).click();
  await visit('comparison-only-server', comparison.getByRole('grid', { name: 'Only on the server' }));
  await comparison.getByRole('button', { name: 'Keep all' }).click();
  await comparison.getByRole('button', { name: 'Keep 24' }).click();
  await visit('comparison-decided', comparison.getByText('1 kept as on the server'));
  standIn.answer(SERVICE.files, { status: 409, json: { msg: 'The disk is full' } });
  await page.goto(appUrl + DATASET);
  await page.getByRole('button', { name: 'Compare with a folder' }).click();
  await chooseBy(page, 'Choose folder', folder);
  await visit('comparison-refused', comparison.getByText('The files on the server could not be listed'));
  await standIn.clear();
}

/** Visits the metadata, their form, the import from a mosaic, and the dialog before unsaved changes are discarded. */
export async function visitMetadata({ page, appUrl, visit }: Walk): Promise<void> {
  await page.goto(appUrl + DATASET);
  await painted(page);
  await page.getByRole('tab', { name: 'Metadata' }).click();
  await visit('metadata-view', page.getByRole('region', { name: 'Metadata' }));
  await page.getByRole('button', { name: 'Edit metadata' }).click();
  await expect(page.getByLabel('Dataset', { exact: true })).toBeFocused();
  await visit('metadata');

  const buffer = Buffer.from(
    `${NEW_MOSAIC.replace('sponsor_id:acme', 'sponsor_id:globex').replace('TC042', 'TC099')}\nrows 832`,
  );
  await chooseBy(page, 'Import from mosaic', { name: 'Mosaic_TC042.txt', mimeType: 'text/plain', buffer });
  const comparison = page.getByRole('dialog', { name: 'Import from mosaic' });
  await visit('mosaic', comparison.getByRole('table'));
  await comparison.getByRole('button', { name: 'Apply' }).click();
  await visit('metadata-imported', page.getByRole('button', { name: 'Undo import' }));

  const title = page.getByLabel('Dataset', { exact: true });
  await title.fill('TC099');
  await visit('metadata-renamed', page.getByText('Saving renames this dataset'));
  await title.fill('a/b');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(title).toHaveAttribute('aria-invalid', 'true');
  await visit('metadata-invalid');
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link').last().click();
  const asking = page.getByRole('dialog', { name: 'Leave without saving?' });
  await visit('leave', asking);
  await asking.getByRole('button', { name: 'Leave' }).click();
  await expect(page.getByRole('link', { name: 'TC042' })).toBeVisible();
}

/** Visits a dataset whose files are loading, partially loaded, empty, and very many. */
export async function visitDatasetLists({ page, appUrl, visit, standIn }: Walk): Promise<void> {
  standIn.hold(SERVICE.datasets);
  standIn.hold(SERVICE.files);
  await page.goto(appUrl + DATASET);
  await visit('dataset-loading', page.getByRole('navigation', { name: 'Breadcrumb' }));
  standIn.answer(SERVICE.datasets, () => undefined);
  await standIn.release();
  await expect(page.getByRole('heading', { name: 'TC042' })).toBeVisible();
  await visit('dataset-files-loading', page.getByRole('button', { name: 'Edit metadata' }));
  standIn.answer(SERVICE.files, files(ROOT, imageNames('TC042', 40), { cursor: 'more' }));
  standIn.hold(SERVICE.nextFiles);
  await standIn.release();
  await expect(page.getByText('40 files loaded…')).toBeVisible();
  await everyThumbnail(page);
  await visit('dataset-partial');
  standIn.answer(SERVICE.nextFiles, { status: 409, json: { msg: 'The disk is full' } });
  await standIn.release();
  await expect(page.getByText('The remaining files could not be loaded')).toBeVisible();
  await everyThumbnail(page);
  await visit('dataset-partial-refused');

  standIn.answer(SERVICE.files, files(ROOT, []));
  await page.goto(appUrl + DATASET);
  await expect(page.getByText('Add the first files')).toBeVisible();
  await visit('dataset-empty', page.getByText('Section images appear here'));
  standIn.answer(SERVICE.files, files(ROOT, ['notes.txt']));
  await page.goto(appUrl + DATASET);
  await page.getByRole('button', { name: 'Add To Viewer' }).click();
  await visit('job-empty', page.getByText('This dataset has no readable section images.'));
  await escape(page);

  standIn.answer(SERVICE.files, files(ROOT, imageNames('TC042', 10_000)));
  await page.goto(appUrl + DATASET);
  await expect(page.getByRole('slider', { name: 'Completeness map' })).toBeVisible();
  await painted(page);
  await visit('dataset-10000');

  standIn.answer(SERVICE.files, files(ROOT, [...imageNames('TC042', 48), 'again/TC042_S000001_L01_ch01.tif']));
  await page.goto(appUrl + DATASET);
  await painted(page);
  await page.getByRole('button', { name: 'Add To Viewer' }).click();
  await visit('job-two-scans', page.getByRole('dialog', { name: 'Add To Viewer' }).getByRole('radio').first());
  await escape(page);
  await standIn.clear();
}

/** Visits a dataset with unreadable pictures, all states of jobs, a rejected deletion, and a lost session. */
export async function visitDatasetTroubles({ page, appUrl, visit, standIn }: Walk): Promise<void> {
  const answerJobs = (states: Readonly<Record<string, object>>): void => {
    const jobs = Object.entries(states).map(([pipeline, state]) => [pipeline, { jobId: 'job', ...state }] as const);
    standIn.answer(SERVICE.jobs, { json: { jobs: Object.fromEntries(jobs) } });
  };
  standIn.answer(SERVICE.pictures, { json: 'Not a picture.' });
  answerJobs({
    multimodel: { status: 'QUEUED' },
    pyramid: { status: 'RUNNING', message: 'Section 12 of 24' },
    atlas: {
      status: 'FAILED',
      message: 'Section 7 could not be read: ' + 'the strip offsets lie outside the file. '.repeat(3),
    },
  });
  await page.goto(appUrl + DATASET);
  await expect(page.getByRole('status', { name: 'Register For Atlas' })).toContainText('failed');
  await expect(page.getByRole('button', { name: 'Cancel job' })).toBeVisible();
  await visit('dataset-no-pictures', page.getByRole('img', { name: /, no preview$/ }));
  await page.getByRole('status', { name: 'Register For Atlas' }).getByRole('button', { name: 'Details' }).click();
  await visit('job-details', page.getByText('The files are unchanged. You can start it again.').last());
  await page.keyboard.press('Escape');
  await standIn.clear();

  answerJobs({
    multimodel: { status: 'DONE' },
    pyramid: { status: 'DONE', viewerUrl: 'https://viewer.example.org/TC042' },
    atlas: { status: 'RUNNING' },
  });
  await page.goto(appUrl + DATASET);
  await expect(page.getByRole('link', { name: 'Open viewer' })).toBeVisible();
  await painted(page);
  await visit('dataset-jobs-done');
  standIn.answer(SERVICE.datasets, (route) =>
    route.request().method() === 'DELETE' ? { status: 403, json: { msg: 'Only an admin may delete' } } : undefined,
  );
  await page.getByRole('button', { name: 'Delete Dataset' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await visit('forbidden', page.getByRole('alert').filter({ hasText: 'Forbidden access' }));
  await escape(page);
  const cookies = await page.context().cookies();
  await page.context().clearCookies();
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await visit('session-lost', page.getByRole('dialog', { name: 'Login Failed' }));
  await page.context().addCookies(cookies);
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expect(page.getByRole('dialog')).toBeHidden();
  standIn.answer(SERVICE.datasets, (route) => (route.request().method() === 'DELETE' ? { json: {} } : undefined));
  await page.getByRole('button', { name: 'Delete Dataset' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await visit('dataset-deleted', page.getByRole('button', { name: 'Undo' }));
  await standIn.clear();

  standIn.answer(SERVICE.datasets, { json: { datasets: [] } });
  await page.goto(appUrl + DATASET);
  await expect(page.getByText('Folder without metadata')).toBeVisible();
  await painted(page);
  await visit('folder');
  await standIn.clear();

  await page.goto(appUrl + DATASET);
  await page.getByRole('link', { name: 'S000017 ch02' }).click();
  await visit('dataset-gap', page.getByText(/^Section 17.*: missing$/));
}
