import { randomUUID } from 'node:crypto';
import { expect, type Locator, type Page } from '@playwright/test';
import type { SharedBackend } from '../support/sharedBackend';
import { signIn } from '../support/signIn';
import { uploadFile } from '../support/uploadFile';
import { ACME_MEMBER } from '../support/walkLogin';
import { writeTiff, type WrittenTiff } from '../support/writtenTiff';
import { pictureBox, pointOf, readAt, type Point } from './readout';
import { signInAs, test } from './support';

/** Uploads the channels of a section into a new dataset, and opens it. */
async function openSection(page: Page, backend: SharedBackend, channels: readonly WrittenTiff[]): Promise<void> {
  // Before the first call: writing takes seconds, after which the server closes an idle connection.
  const files = channels.map((channel) => writeTiff(channel));
  const session = await signIn(backend, ACME_MEMBER.email);
  const title = `pixels ${randomUUID()}`;
  const { projectHash } = await session.make<{ projectHash: string }>('/project', { title });
  await session.make('/dataset', { projectHash, dataset: 'TC9', physicalSections: 1, pixelSize: 0.5 });
  for (const [index, file] of files.entries()) {
    await uploadFile(session, `acme/${title}/TC9/TC9_S000001_L01_ch0${index + 1}.tif`, [file]);
  }
  await signInAs(page, backend, ACME_MEMBER, `/acme/${encodeURIComponent(title)}/TC9?section=1`);
  // Rendering the first previews takes long on a busy machine.
  const [, ...others] = channels.map((_, index) => `ch0${index + 1}`);
  const all = new RegExp(['^Section 1, channels ch01', ...others].join(' .*'));
  await expect(page.getByRole('img', { name: all })).toBeVisible({ timeout: 60_000 });
}

/** Zooms at the pointer, and waits until the preview is covered by the pixels of the file. */
async function zoomUntilSharp(page: Page, steps: number): Promise<Locator> {
  for (let step = 0; step < steps; step += 1) await page.mouse.wheel(0, -240);
  const sharp = page.locator('canvas[data-sharp]');
  await expect(sharp).toBeVisible();
  return sharp;
}

/** Returns red, green and blue of the pixel that a canvas shows at a point of the window. */
async function colourAt(canvas: Locator, at: Point): Promise<readonly number[]> {
  return canvas.evaluate((element, { x, y }) => {
    if (!(element instanceof HTMLCanvasElement)) throw new Error('No canvas');
    const box = element.getBoundingClientRect();
    const column = Math.floor(((x - box.left) / box.width) * element.width);
    const row = Math.floor(((y - box.top) / box.height) * element.height);
    return [...(element.getContext('2d')?.getImageData(column, row, 1, 1).data ?? [])].slice(0, 3);
  }, at);
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
  await readAt(page, { x: 1_230, y: 1_230 }, checkerboard);
  const sharp = await zoomUntilSharp(page, 6);
  await expect(sharp).toHaveAttribute('data-pixels', 'true');
  const seen = new Set<string>();
  for (const move of [0, 3, 8, 20, 41]) {
    const { x, y, values } = await readAt(page, { x: 1_200.5 + move, y: 1_230.5 }, checkerboard);
    const value = checkerboard.valueAt(x, y, 0);
    expect(values).toBe(`ch01 ${value}`);
    seen.add(values);
    const brightness = value === 0 ? 0 : 255;
    const centre = pointOf(await pictureBox(page, checkerboard), { x: x + 0.5, y: y + 0.5 });
    expect(await colourAt(sharp, centre)).toEqual([brightness, brightness, brightness]);
  }
  expect([...seen].sort()).toEqual(['ch01 0', 'ch01 4000']);
  await page.getByRole('button', { name: 'Fit to window' }).click();
  await expect(sharp).toBeHidden();
});
