import { randomUUID } from 'node:crypto';
import { expect, type Page, type Request } from '@playwright/test';
import { findProblems } from '../support/screenChecks';
import type { SharedBackend } from '../support/sharedBackend';
import { signIn } from '../support/signIn';
import { storeFiles } from '../support/storedFiles';
import { plainTiff } from '../support/tiffs';
import { ACME_MEMBER } from '../support/walkLogin';
import { signInAs, test } from './support';

/** The size of the images, in pixels. */
const SIDE = 64;

/** Creates a small dataset of four sections with bright stripes, which differ by section and channel. Returns its path. */
async function makeDataset(backend: SharedBackend): Promise<string> {
  const member = await signIn(backend, ACME_MEMBER.email);
  const title = `actions ${randomUUID()}`;
  const { projectHash } = await member.make<{ projectHash: string }>('/project', { title });
  const names = ['Autofluorescence', 'Thy1-GFP', 'DAPI'];
  const channels = names.map((name, index) => ({ num: index + 1, name }));
  await member.make('/dataset', { projectHash, dataset: 'TC1', physicalSections: 4, pixelSize: 1.37, channels });
  const root = `acme/${title}/TC1`;
  await storeFiles(
    member,
    [1, 2, 3, 4].flatMap((section) =>
      channels.map(({ num }) => {
        // A few pixels are brighter than the white of the automatic contrast.
        const values = Array.from({ length: SIDE * SIDE }, (_, index) =>
          index % 1_009 === 0 ? 9_000 : Math.round(2_000 + 1_900 * Math.sin(index / (7 + 5 * num + section))),
        );
        const image = plainTiff({ width: SIDE, height: SIDE, bits: 16, values });
        return [`${root}/TC1_S00000${section}_L01_ch0${num}.tif`, Buffer.from(image)] as const;
      }),
    ),
  );
  return root;
}

function button(page: Page, name: string) {
  return page.getByRole('button', { name, exact: true });
}

/** Returns the sums of red, green and blue over all pixels of the viewer's canvas. */
async function drawnLight(viewer: Page): Promise<readonly number[]> {
  return viewer
    .locator('#image canvas')
    .first()
    .evaluate((canvas) => {
      if (!(canvas instanceof HTMLCanvasElement)) return [0, 0, 0];
      const { data = new Uint8ClampedArray() } =
        canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? {};
      const sums: [number, number, number] = [0, 0, 0];
      for (let at = 0; at < data.length; at += 4) {
        sums[0] += data[at] ?? 0;
        sums[1] += data[at + 1] ?? 0;
        sums[2] += data[at + 2] ?? 0;
      }
      return sums;
    });
}

/** Collects the requests of a page that have no response yet. */
function collectPending(page: Page): ReadonlySet<Request> {
  const pending = new Set<Request>();
  page.on('request', (request) => pending.add(request));
  page.on('requestfinished', (request) => pending.delete(request));
  page.on('requestfailed', (request) => pending.delete(request));
  return pending;
}

/** Waits until the picture differs from the previous one, is loaded, and has stopped changing. */
async function settledLight(
  viewer: Page,
  pending: ReadonlySet<Request>,
  before: readonly number[],
): Promise<readonly number[]> {
  let last = before;
  await expect
    .poll(async () => {
      const now = await drawnLight(viewer);
      const isSettled = pending.size === 0 && String(now) === String(last) && String(now) !== String(before);
      last = now;
      return isSettled;
    })
    .toBe(true);
  return last;
}

test.use({
  expectedMessages: [
    // The test reads the pixels of the viewer.
    'Canvas2D: Multiple readback operations',
    // OpenSeadragon says so if the section changes while a tile loads.
    'Ignoring tile %s loaded before reset',
  ],
});

test('Add To Viewer generates pictures that the viewer shows at the section and in the colours of the preview', async ({
  page,
  backend,
}) => {
  const dataset = await makeDataset(backend);
  await signInAs(page, backend, ACME_MEMBER, `/${encodeURI(dataset)}`);
  const started: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/pipeline/')) started.push(request.url());
  });
  await button(page, 'Add To Viewer').click();
  await button(page, 'Start').dblclick();
  const state = page.getByRole('status', { name: 'Add To Viewer' });
  await expect(state).toContainText(/queued|running/);
  await expect(button(page, 'Add To Viewer')).toBeDisabled();
  expect(started).toHaveLength(1);
  await expect(state).toContainText('Add To Viewer: done', { timeout: 90_000 });

  await page.getByRole('button', { name: 'Colours and contrast' }).click();
  await page.getByLabel('DAPI colour').fill('#0080ff');
  const opened = page.waitForEvent('popup');
  await state.getByRole('link', { name: 'Open viewer' }).click();
  const viewer = await opened;
  const pending = collectPending(viewer);
  await expect(viewer.getByRole('heading', { name: 'TC1' })).toBeVisible();
  // The heading appears before its font is loaded.
  await expect.poll(() => viewer.evaluate(() => document.fonts.check('16px Inter'))).toBe(true);
  const first = await settledLight(viewer, pending, [0, 0, 0]);
  expect(first.every((light) => light > 0)).toBe(true);

  const place = viewer.locator('#place');
  await expect(place).toHaveText(/^Section 3 \(3 of 4\)$/);
  await viewer.keyboard.press('PageUp');
  await expect(place).toHaveText(/^Section 2 \(2 of 4\)$/);
  await viewer.getByRole('slider', { name: 'Section' }).fill('1');
  await expect(place).toHaveText(/^Section 2 \(2 of 4\)$/);
  const second = await settledLight(viewer, pending, first);

  // The colour that was chosen in the preview.
  await expect(viewer.getByLabel('DAPI colour')).toHaveValue('#0080ff');
  await expect(viewer).toHaveURL(({ hash }) => hash === '#section=2&colour=3-0080ff');
  await expect(viewer.locator('#scale')).toHaveText(/ µm$/);
  const image = (await viewer.locator('#image').boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await viewer.mouse.move(image.x + image.width / 2, image.y + image.height / 2);
  await expect(viewer.locator('#values')).toHaveText(/Autofluorescence \d+ .* Thy1-GFP \d+ .* DAPI \d+/);

  // The contrast of a section is automatic until it is changed.
  await viewer.getByRole('slider', { name: 'White of DAPI' }).press('End');
  const darker = await settledLight(viewer, pending, second);
  expect(darker[2]).toBeLessThan(second[2] ?? 0);
  // Numbers are read in the user's script and with separators, and what is refused stays with the reason.
  const white = viewer.getByRole('textbox', { name: 'White value of DAPI' });
  await white.fill('bright');
  await white.press('Enter');
  await expect(viewer.getByText('“bright” is not a number')).toBeVisible();
  await expect(white).toHaveValue('bright');
  await white.fill('۱٬۲۰۰');
  await white.press('Enter');
  await expect(white).toHaveValue('1200');
  await expect(viewer.getByText('is not a number')).toHaveCount(0);
  await viewer.getByRole('button', { name: 'Automatic contrast of DAPI' }).click();
  await expect.poll(() => drawnLight(viewer)).toEqual(second);

  // The second channel is green, and channels are blended additively.
  await viewer.getByRole('checkbox').nth(1).uncheck();
  await expect(viewer).toHaveURL(({ hash }) => hash === '#section=2&off=2&colour=3-0080ff');
  const [, green = 0] = await settledLight(viewer, pending, second);
  expect(green).toBeLessThan(second[1] ?? 0);
  await viewer.getByRole('checkbox').nth(1).check();
  await expect.poll(() => drawnLight(viewer)).toEqual(second);
  expect(await findProblems(viewer)).toEqual([]);
});

test('the buttons of a complete dataset leave no gap in a narrow window, and keep their places while its form is open', async ({
  page,
  backend,
}) => {
  const root = await makeDataset(backend);
  await signInAs(page, backend, ACME_MEMBER);
  /** Returns the place of a button relative to `Upload`: the form scrolls the page. */
  const placeOf = async (name: string) => {
    const [box, origin] = [await button(page, name).boundingBox(), await button(page, 'Upload').boundingBox()];
    return { left: (box?.x ?? NaN) - (origin?.x ?? NaN), top: (box?.y ?? NaN) - (origin?.y ?? NaN) };
  };
  for (const width of [390, 720]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto(`/${encodeURI(root)}`);
    await expect(page.getByText('All 4 sections complete')).toBeVisible();
    const [edit, last] = [await placeOf('Edit metadata'), await placeOf('Delete Dataset')];
    expect((await placeOf('Multi-Modal Registration')).left, `${width} px`).toBe(0);
    expect(edit, `${width} px`).toEqual({ left: 0, top: last.top });
    await button(page, 'Edit metadata').click();
    await expect(page.getByLabel('Pixel size')).toBeVisible();
    expect(await placeOf('Delete Dataset'), `${width} px`).toEqual(last);
  }
});
