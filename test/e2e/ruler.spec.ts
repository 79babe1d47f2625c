import { randomUUID } from 'node:crypto';
import { expect, type Locator, type Page } from '@playwright/test';
import { signIn } from '../support/signIn';
import { uploadFile } from '../support/uploadFile';
import { ACME_MEMBER } from '../support/walkLogin';
import { writeTiff } from '../support/writtenTiff';
import { signInAs, test } from './support';

const SIDE = 1_100;
/** µm. */
const PIXEL_SIZE = 0.5;

function valueAt(x: number, y: number): number {
  return 1_000 + 20 * x + (y % 2);
}

/** Returns the column of an end of the ruler. */
async function columnOf(end: Locator): Promise<number> {
  return Number(await end.getAttribute('aria-valuenow'));
}

/** Drags from one place of the picture to another, from 0 to 1. */
async function drag(page: Page, from: readonly [number, number], to: readonly [number, number]): Promise<void> {
  const box = await page.getByRole('application', { name: 'Picture' }).boundingBox();
  if (box === null) throw new Error('No picture');
  const side = Math.min(box.width, box.height);
  const at = ([x, y]: readonly [number, number]) =>
    [box.x + box.width / 2 + (x - 0.5) * side, box.y + box.height / 2 + (y - 0.5) * side] as const;
  await page.mouse.move(...at(from));
  await page.mouse.down();
  await page.mouse.move(...at(to), { steps: 5 });
  await page.mouse.up();
}

/** Returns what a user would paste. The app's policy forbids pages to read the clipboard. */
async function paste(page: Page): Promise<string> {
  await page.evaluate(() => {
    const field = document.createElement('textarea');
    field.id = 'pasted';
    document.body.append(field);
    field.focus();
  });
  await page.keyboard.press('ControlOrMeta+V');
  const text = await page.locator('#pasted').inputValue();
  await page.evaluate(() => document.querySelector('#pasted')?.remove());
  return text;
}

test('a line drawn with the ruler has the length and the values of the file, which can be copied', async ({
  page,
  context,
  backend,
}) => {
  // Without it, the browser may refuse to copy once the click is some seconds ago, as on a busy machine.
  await context.grantPermissions(['clipboard-write']);
  const session = await signIn(backend, ACME_MEMBER.email);
  const title = `ruler ${randomUUID()}`;
  const { projectHash } = await session.make<{ projectHash: string }>('/project', { title });
  await session.make('/dataset', { projectHash, dataset: 'TC9', physicalSections: 1, pixelSize: PIXEL_SIZE });
  const size = { width: SIDE, height: SIDE };
  const tiff = writeTiff({ ...size, type: { kind: 'unsigned', bits: 16 }, rowsPerStrip: 16, valueAt });
  await uploadFile(session, `acme/${title}/TC9/TC9_S000001_L01_ch01.tif`, [tiff]);
  await signInAs(page, backend, ACME_MEMBER, `/acme/${encodeURIComponent(title)}/TC9?section=1`);
  // Rendering the first preview takes long on a busy machine.
  await expect(page.getByRole('img', { name: /^Section 1, channels/ })).toBeVisible({ timeout: 60_000 });

  await page.getByRole('button', { name: 'Ruler', exact: true }).click();
  const start = page.getByRole('slider', { name: 'Ruler start' });
  const end = page.getByRole('slider', { name: 'Ruler end' });
  await expect(end).toBeVisible();
  await drag(page, [0.3, 0.5], [0.7, 0.5]);
  const [left, right] = [await columnOf(start), await columnOf(end)];
  expect(right - left).toBeGreaterThan(50);
  const length = page.getByRole('status', { name: 'Length' });
  await expect(length).toHaveText(/^\d+(\.\d+)? µm$/);
  expect(Math.abs(parseFloat((await length.textContent()) ?? '') - PIXEL_SIZE * (right - left))).toBeLessThan(1);

  const profile = page.getByRole('group', { name: 'Intensity profile' });
  await expect(profile).toContainText(/ch01 min \d+, max \d+$/);
  await profile.getByRole('button', { name: 'Copy values' }).click();
  await expect(page.getByText('Values copied.')).toBeVisible();
  const text = await paste(page);
  const [head, ...rows] = text.trimEnd().split('\n');
  expect(head).toBe('Distance (µm)\tch01');
  const values = rows.map((row) => Number(row.split('\t')[1]));
  expect(values).toHaveLength(new Set(values).size);
  expect(Math.abs((values[0] ?? 0) - valueAt(left, 0))).toBeLessThanOrEqual(21);
  expect(Math.abs((values.at(-1) ?? 0) - valueAt(right, 0))).toBeLessThanOrEqual(21);
  const isInFile = values.every((value) => (value - 1_000) % 20 <= 1);
  expect(isInFile).toBe(true);
  await expect(profile).toContainText(`ch01 min ${values[0]}, max ${values.at(-1)}`);

  await end.press('Shift+ArrowRight');
  await expect(end).toHaveAttribute('aria-valuenow', String(right + 10));
  await expect(profile).toContainText(`ch01 min ${values[0]}, max ${(values.at(-1) ?? 0) + 200}`);
  await profile.getByRole('button', { name: 'Copy length' }).click();
  await expect(page.getByText('Length copied.')).toBeVisible();
  expect(await paste(page)).toBe(await length.textContent());
});
