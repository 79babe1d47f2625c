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
  await expect(page.getByRole('img', { name: /^Section 1, channels/ })).toBeVisible();
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

const SIZE = { width: 1_500, height: 1_500 };

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
