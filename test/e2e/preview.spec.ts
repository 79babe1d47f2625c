import { expect, type Locator, type Page, type Route } from '@playwright/test';
import sharp from 'sharp';
import type { SharedBackend } from '../support/sharedBackend';
import { plainTiff } from '../support/tiffs';
import { ACME_MEMBER } from '../support/walkLogin';
import { scrollBarTest, signInAs, test } from './support';

const DATASET = '/acme/mouse-brain-atlas/TC042';
const PICTURES = '**/get-downsampled-image/**';
const SIDE = 64;
/** As long as most reasons why a file has no picture. */
const REASON = '12-bit packed pixels can’t be previewed';

function slider(page: Page): Locator {
  return page.getByRole('slider', { name: 'Section', exact: true });
}

/** Opens the dataset and waits until the picture of the section is painted. */
async function openPreview(page: Page, backend: SharedBackend, section: number): Promise<void> {
  await signInAs(page, backend, ACME_MEMBER, `${DATASET}?section=${section}`);
  await expect(page.getByRole('img', { name: new RegExp(`^Section ${section}, `) })).toBeVisible();
  await expect(page.getByRole('application', { name: 'Picture' })).toHaveAttribute('aria-busy', 'false');
}

/** Returns red, green and blue of the painted pixels, sampled evenly if the picture is large. */
async function pixels(page: Page): Promise<readonly number[]> {
  const picture = page.locator('canvas');
  // The pictures may be loaded before the code that paints them. An unpainted canvas is 300 pixels wide.
  await expect(picture).not.toHaveJSProperty('width', 300);
  return picture.evaluate((canvas) => {
    const context = canvas instanceof HTMLCanvasElement ? canvas.getContext('2d') : null;
    if (context === null) throw new Error('No canvas');
    const { data } = context.getImageData(0, 0, context.canvas.width, context.canvas.height);
    const step = Math.ceil(data.length / 4 / 5_000);
    return [...data].filter((_, index) => index % 4 < 3 && Math.floor(index / 4) % step === 0);
  });
}

function brightest(values: readonly number[]): number {
  return values.reduce((highest, value) => Math.max(highest, value), 0);
}

/** Returns NaN, which no expectation accepts, if the pictures differ in size. */
function largestDifference(left: readonly number[], right: readonly number[]): number {
  if (left.length !== right.length) return Number.NaN;
  return brightest(left.map((value, index) => Math.abs(value - (right[index] ?? 0))));
}

/** Expects something of the largest difference between the painted pixels and others, once the picture is painted. */
function expectDifference(page: Page, others: readonly number[]) {
  return expect.poll(async () => largestDifference(await pixels(page), others));
}

/** Returns a wave of values from 0 to 1 that differs for each channel. */
function wave(channel: number): readonly number[] {
  return Array.from({ length: SIDE * SIDE }, (_, index) => 0.5 + 0.5 * Math.sin(index / (7 + 5 * channel)));
}

function answer(route: Route, body: Buffer, contentType: string): Promise<void> {
  return route.fulfill({ body, contentType, headers: { 'access-control-allow-origin': '*' } });
}

test('the keys of the slider change the section and scroll the list to its row, without moving the page or the focus, and the URL restores it', async ({
  page,
  backend,
}) => {
  await page.setViewportSize({ width: 1440, height: 700 });
  await openPreview(page, backend, 12);
  const before = await pixels(page);
  const rowOf = (section: number) =>
    page.getByRole('row').filter({ hasText: `TC042_S${String(section).padStart(6, '0')}_L01_ch01.tif` });
  await expect(rowOf(12)).toBeInViewport();
  await slider(page).focus();
  for (const [key, section] of [
    ['ArrowRight', 13],
    ['End', 24],
    ['ArrowLeft', 23],
    ['Home', 1],
  ] as const) {
    await page.keyboard.press(key);
    await expect(page.getByRole('heading', { name: `Section ${section}`, exact: true })).toBeVisible();
    await expect(slider(page)).toHaveAttribute('aria-valuetext', `Section ${section}`);
    await expect(rowOf(section)).toBeInViewport();
    await expect(rowOf(section)).toHaveAttribute('aria-current', 'true');
    await expect(slider(page)).toBeFocused();
  }
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  await page.keyboard.press('PageUp');
  await expect(page.getByRole('heading', { name: 'Section 1', exact: true })).toBeHidden();
  await page.keyboard.press('Home');
  await expect(page.getByRole('img', { name: /^Section 1, channels/ })).toBeVisible();
  await expectDifference(page, before).toBeGreaterThan(100);
  await page.getByRole('checkbox', { name: 'DAPI' }).uncheck();
  await page.waitForURL(`**${DATASET}?section=1&off=3`);
  await page.reload();
  await expect(page.getByRole('img', { name: /^Section 1, channels \w+ magenta, Thy1-GFP green$/ })).toBeVisible();
});

test('the preview shows a placeholder for unreadable pictures, without errors or violations of the security policy', async ({
  page,
  backend,
}) => {
  const size = { width: SIDE, height: SIDE };
  const colour = await sharp({ create: { ...size, channels: 3, background: { r: 10, g: 200, b: 90 } } })
    .png()
    .toBuffer();
  const absurd = Buffer.from(colour);
  absurd.writeUInt32BE(60_000, 16);
  absurd.writeUInt32BE(60_000, 20);
  const grey = (values: readonly number[]) => Buffer.from(plainTiff({ ...size, bits: 32, format: 'float', values }));
  const answers: Readonly<Record<string, readonly [Buffer, string]>> = {
    '1/1': [colour, 'image/png'],
    '1/2': [Buffer.from('no image at all'), 'image/png'],
    '1/3': [absurd, 'image/png'],
    '2/1': [grey(wave(1).map(() => 3.5)), 'image/tiff'],
    '2/2': [grey(wave(1).map(() => Number.NaN)), 'image/tiff'],
    '2/3': [
      Buffer.from(plainTiff({ ...size, bits: 8, values: [1], claimed: { 256: 90_000, 257: 90_000 } })),
      'image/tiff',
    ],
  };
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (/content security policy/i.test(message.text())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.route(PICTURES, (route) => {
    const [, section, channel] = /_S0*(\d+)_L01_ch0*(\d+)/.exec(route.request().url()) ?? [];
    const known = answers[`${section ?? ''}/${channel ?? ''}`];
    return known === undefined ? route.abort() : answer(route, ...known);
  });
  await openPreview(page, backend, 1);
  await expect(page.getByRole('img', { name: 'Section 1, channels Autofluorescence white' })).toBeVisible();
  for (const name of ['Thy1-GFP', 'DAPI']) {
    await expect(page.getByRole('group', { name: `Channel ${name}` })).toContainText('no preview');
  }
  await slider(page).press('ArrowRight');
  await expect(
    page.getByRole('img', { name: /^Section 2, channels Autofluorescence magenta, Thy1-GFP/ }),
  ).toBeVisible();
  await expect(page.getByRole('group', { name: 'Channel DAPI' })).toContainText('no preview');
  // A flat picture of floats is grey.
  await expect.poll(async () => brightest(await pixels(page))).toBe(128);
  await slider(page).press('ArrowRight');
  await expect(page.getByRole('img', { name: 'Section 3, no preview' })).toBeAttached();
  await expect(page.getByRole('alert')).toHaveCount(0);
  expect(complaints).toEqual([]);
});

test('the preview zooms at the pointer, pans, shows raw values and a scale bar, fills the screen, and remembers colours', async ({
  page,
  backend,
}) => {
  await openPreview(page, backend, 12);
  const frame = page.getByRole('application', { name: 'Picture' });
  const canvas = page.locator('canvas');
  const box = (await frame.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const at = (x: number, y: number) => [box.x + x * box.width, box.y + y * box.height] as const;
  await page.mouse.move(...at(0.75, 0.5));
  await page.mouse.wheel(0, -240);
  await expect(canvas).toHaveCSS('transform', /^matrix\(2, 0, 0, 2, -/);
  await page.mouse.down();
  await page.mouse.move(...at(2, 0.5), { steps: 4 });
  await page.mouse.up();
  await expect(canvas).toHaveAttribute('style', /translate\(50%, -?0(\.\d+)?%\) scale\(2\)/);
  await page.mouse.dblclick(...at(0.5, 0.5));
  await expect(canvas).toHaveAttribute('style', /scale\(4\)/);
  await page.keyboard.down('Shift');
  await page.mouse.dblclick(...at(0.5, 0.5));
  await page.keyboard.up('Shift');
  await expect(canvas).toHaveAttribute('style', /scale\(2\)/);
  await page.getByRole('button', { name: 'Fit to window' }).click();
  await expect(canvas).toHaveAttribute('style', /scale\(1\)/);

  await expect(page.getByRole('img', { name: /^Scale bar: \d+ µm$/ })).toBeVisible();
  await frame.hover();
  await expect(page.getByLabel('Values under the pointer')).toHaveText(/\d+, \d+.*Thy1-GFP \d+/);
  await page.getByRole('button', { name: 'Colours and contrast' }).click();
  await page.getByLabel('DAPI colour').fill('#ff8000');
  await expect(page.getByRole('img', { name: /DAPI orange$/ })).toBeVisible();

  await page.getByRole('button', { name: 'Full screen', exact: true }).click();
  const exit = page.getByRole('button', { name: 'Exit full screen' });
  await expect(exit).toBeVisible();
  await exit.click();
  await expect(exit).toBeHidden();

  await page.goto(`${DATASET}?section=99`);
  await expect(page.getByText('Section 99 does not exist')).toBeVisible();
  await page.getByRole('button', { name: 'Show section 24' }).click();
  await expect(page.getByRole('img', { name: /^Section 24, channels .*DAPI orange$/ })).toBeVisible();
});

scrollBarTest(
  'the preview in full screen covers the window, including the gutter of the scroll bar',
  async ({ page, backend }) => {
    await openPreview(page, backend, 1);
    await page.getByRole('button', { name: 'Full screen' }).click();
    await expect(page.getByRole('button', { name: 'Exit full screen' })).toBeVisible();
    const preview = page.getByRole('region', { name: 'Section preview' });
    const widthOf = () => preview.evaluate((element) => element.getBoundingClientRect().width - window.innerWidth);
    await expect.poll(widthOf).toBe(0);
  },
);

test('thumbnails are requested only for rows near the visible part of a list', async ({ page, backend }) => {
  const asked = new Set<string>();
  page.on('request', (request) => {
    const name = /get-thumbnail-image\/.*(TC042_S.*\.tif)/.exec(request.url())?.[1];
    if (name !== undefined) asked.add(name);
  });
  await signInAs(page, backend, ACME_MEMBER, DATASET);
  const grid = page.getByRole('grid', { name: 'Files of TC042' });
  const images = grid.getByRole('row').filter({ hasText: '.tif' });
  await expect(images.first().getByRole('img')).toBeVisible();
  await expect(page.getByRole('img', { name: /^Section \d+, / })).toBeVisible();
  const count = Number(await grid.getAttribute('aria-rowcount')) - 1;
  // The rows below the window are mounted after those inside it.
  await expect(images).toHaveCount(count);
  expect(asked.size).toBeLessThan(count / 2);
  await images.last().scrollIntoViewIfNeeded();
  await expect(images.last().getByRole('img')).toBeVisible();
  expect(asked.size).toBeLessThan(count);
});

for (const { width, height } of [
  { width: 1280, height: 720 },
  { width: 390, height: 844 },
]) {
  test(`the reasons why files of a list have no picture move no row in a window ${width} px wide when they arrive`, async ({
    page,
    backend,
  }) => {
    await page.setViewportSize({ width, height });
    const held: Route[] = [];
    let isHeld = true;
    const refuse = (route: Route) =>
      route.fulfill({
        status: 415,
        json: { code: 'NO_IMAGE', msg: REASON },
        headers: { 'access-control-allow-origin': '*' },
      });
    await page.route('**/get-thumbnail-image/**', (route) => (isHeld ? void held.push(route) : refuse(route)));
    await signInAs(page, backend, ACME_MEMBER, DATASET);
    const rows = page.getByRole('grid', { name: 'Files of TC042' }).getByRole('row').filter({ hasText: '.tif' });
    const heights = () => rows.evaluateAll((all) => all.slice(0, 3).map((row) => row.getBoundingClientRect().height));
    await expect.poll(() => held.length).toBeGreaterThan(2);
    const before = await heights();
    isHeld = false;
    for (const route of held) await refuse(route);
    for (const index of [0, 1, 2]) await expect(rows.nth(index)).toContainText(REASON);
    expect(await heights()).toEqual(before);
  });
}
