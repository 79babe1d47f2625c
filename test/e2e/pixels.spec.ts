import { randomUUID } from 'node:crypto';
import { expect, type Locator, type Page } from '@playwright/test';
import type { SharedBackend } from '../support/sharedBackend';
import { signIn } from '../support/signIn';
import { uploadFile } from '../support/uploadFile';
import { ACME_MEMBER } from '../support/walkLogin';
import { writeTiff, type WrittenTiff } from '../support/writtenTiff';
import { signInAs, test } from './support';

/** Uploads the channels of a section into a new dataset, and opens it. */
async function openSection(page: Page, backend: SharedBackend, channels: readonly WrittenTiff[]): Promise<void> {
  const session = await signIn(backend, ACME_MEMBER.email);
  const title = `pixels ${randomUUID()}`;
  const { projectHash } = await session.make<{ projectHash: string }>('/project', { title });
  await session.make('/dataset', { projectHash, dataset: 'TC9', physicalSections: 1, pixelSize: 0.5 });
  for (const [index, tiff] of channels.entries()) {
    await uploadFile(session, `acme/${title}/TC9/TC9_S000001_L01_ch0${index + 1}.tif`, [writeTiff(tiff)]);
  }
  await signInAs(page, backend, ACME_MEMBER);
  await page.goto(`/acme/${encodeURIComponent(title)}/TC9?section=1`);
  // Rendering the first previews takes long on a busy machine.
  await expect(page.getByRole('img', { name: /^Section 1, channels/ })).toBeVisible({ timeout: 60_000 });
}

/** Moves the pointer to a place of the picture, from 0 to 1, and returns the column and row that it is over. */
async function pointAt(page: Page, x: number, y: number): Promise<readonly [column: number, row: number]> {
  const frame = page.getByRole('application', { name: 'Picture' });
  const box = (await frame.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const side = Math.min(box.width, box.height);
  await page.mouse.move(box.x + (box.width - side) / 2 + x * side, box.y + (box.height - side) / 2 + y * side);
  const text = await readout(page).textContent();
  const [, column, row] = /^(\d+), (\d+)/.exec(text ?? '') ?? [];
  return [Number(column), Number(row)];
}

function readout(page: Page): Locator {
  return page.getByLabel('Values under the pointer');
}

const SIZE = { width: 1_100, height: 1_100 };

test('the readout shows the values of signed, float and colour images in full', async ({ page, backend }) => {
  const signed: WrittenTiff = {
    ...{ ...SIZE, type: { kind: 'signed', bits: 16 }, rowsPerStrip: 32, compression: 'deflate' },
    valueAt: (x, y) => -1_024 + x - 2 * y,
  };
  const float: WrittenTiff = {
    ...{ ...SIZE, type: { kind: 'float', bits: 32 }, tileSide: 256, isBigEndian: true },
    valueAt: (x, y) => (y < 300 ? Number.NaN : x / 8),
  };
  const colour: WrittenTiff = {
    ...{ ...SIZE, type: { kind: 'unsigned', bits: 16 }, samples: 4, photometric: 2, isPlanar: true },
    valueAt: (x, y, sample) => [1_000 + x, 30_000 - y, 7, 0][sample] ?? 0,
  };
  const wide: WrittenTiff = {
    ...{ ...SIZE, type: { kind: 'unsigned', bits: 32 } },
    valueAt: (x, y) => 3_000_000_000 + 1_001 * x + y,
  };
  await openSection(page, backend, [signed, float, colour, wide]);
  const [x, y] = await pointAt(page, 0.3, 0.7);
  await expect(readout(page)).toContainText(`ch01 ${-1_024 + x - 2 * y}`);
  await expect(readout(page)).toContainText(`ch02 ${x / 8}`);
  await expect(readout(page)).toContainText(`ch03 ${1_000 + x}, ${30_000 - y}, 7, 0`);
  await expect(readout(page)).toContainText(`ch04 ${3_000_000_000 + 1_001 * x + y}`);
  await pointAt(page, 0.5, 0.1);
  await expect(readout(page)).toContainText('ch02 NaN');
});

/** Zooms at the pointer until a pixel of the image has this size, and waits until the preview is covered by such pixels. */
async function zoomUntilSharp(page: Page, steps: number): Promise<Locator> {
  for (let step = 0; step < steps; step += 1) await page.mouse.wheel(0, -240);
  const sharp = page.locator('canvas[data-sharp]');
  await expect(sharp).toBeVisible();
  return sharp;
}

/** Returns red, green and blue of the pixel that a canvas shows at the pointer. */
async function colourAt(canvas: Locator, x: number, y: number): Promise<readonly number[]> {
  return canvas.evaluate(
    (element, at) => {
      if (!(element instanceof HTMLCanvasElement)) throw new Error('No canvas');
      const box = element.getBoundingClientRect();
      const column = Math.floor(((at.x - box.left) / box.width) * element.width);
      const row = Math.floor(((at.y - box.top) / box.height) * element.height);
      return [...(element.getContext('2d')?.getImageData(column, row, 1, 1).data ?? [])].slice(0, 3);
    },
    { x, y },
  );
}

test('zooming goes to the pixels of the file, with the contrast and the colours of the preview', async ({
  page,
  backend,
}) => {
  // A checkerboard of single pixels, of which a preview shows only the mean.
  const checkerboard: WrittenTiff = {
    ...{ width: 2_048, height: 2_048, type: { kind: 'unsigned', bits: 16 }, tileSide: 256, compression: 'deflate' },
    valueAt: (x, y) => (y < 200 ? 0 : y < 400 ? 4_000 : (x + y) % 2 === 0 ? 0 : 4_000),
  };
  await openSection(page, backend, [checkerboard]);
  await pointAt(page, 0.6, 0.6);
  const sharp = await zoomUntilSharp(page, 6);
  await expect(sharp).toHaveAttribute('data-pixels', 'true');
  const frame = page.getByRole('application', { name: 'Picture' });
  const box = (await frame.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const seen = new Set<string>();
  for (const move of [0, 7, 19, 40, 77]) {
    const at = { x: Math.round(box.x + box.width / 2) + move, y: Math.round(box.y + box.height / 2) };
    await page.mouse.move(at.x, at.y);
    await expect(readout(page)).toContainText(/ch01 (0|4000)$/);
    const [, value = ''] = /ch01 (\d+)$/.exec((await readout(page).textContent()) ?? '') ?? [];
    seen.add(value);
    const brightness = value === '0' ? 0 : 255;
    expect(await colourAt(sharp, at.x + 0.5, at.y + 0.5)).toEqual([brightness, brightness, brightness]);
  }
  expect([...seen].sort()).toEqual(['0', '4000']);
  await page.getByRole('button', { name: 'Fit to window' }).click();
  await expect(sharp).toBeHidden();
});

test('zooming fetches only what is visible of a large image', async ({ page, backend }) => {
  const size = { width: 2_500, height: 2_500 };
  const type = { kind: 'unsigned', bits: 8 } as const;
  const tiled: WrittenTiff = { ...size, type, tileSide: 512, isBig: true, valueAt: (x, y) => (x + 3 * y) % 256 };
  await openSection(page, backend, [tiled]);
  let bytes = 0;
  page.on('request', (request) => {
    const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(request.headers().range ?? '') ?? [];
    if (end !== undefined) bytes += Number(end) + 1 - Number(start);
  });
  await pointAt(page, 0.4, 0.6);
  await zoomUntilSharp(page, 6);
  const [x, y] = await pointAt(page, 0.5, 0.5);
  await expect(readout(page)).toContainText(`ch01 ${(x + 3 * y) % 256}`);
  expect(bytes).toBeGreaterThan(0);
  expect(bytes).toBeLessThan(3 * 1024 ** 2);
});
