import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { shownSize, storedRect } from '../../src/domain/pictures/orientation';
import { ODD_IMAGES, readOddImage, type OddImage } from '../support/oddImages';
import { signIn } from '../support/signIn';
import { uploadFile } from '../support/uploadFile';
import { ACME_MEMBER } from '../support/walkLogin';
import { signInAs, test } from './support';

/** Places of the picture that are read, from 0 to 1. */
const PLACES = [
  [0.02, 0.02],
  [0.49, 0.51],
  [0.9, 0.97],
] as const;

/** What the readout shows at a place. */
interface Shown {
  readonly x: number;
  readonly y: number;
  readonly value: string;
}

async function readAt(page: Page, [x, y]: readonly [number, number], { width, height }: Size): Promise<Shown> {
  const frame = page.getByRole('application', { name: 'Picture' });
  const box = (await frame.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const zoom = Math.min(box.width / width, box.height / height);
  await page.mouse.move(
    box.x + box.width / 2 + (x - 0.5) * width * zoom,
    box.y + box.height / 2 + (y - 0.5) * height * zoom,
  );
  const readout = page.getByLabel('Values under the pointer');
  await expect(readout).toContainText(/ch01 [^…]+$/);
  const [, column, row, value = ''] = /^(\d+), (\d+)ch01 (.+)$/.exec((await readout.textContent()) ?? '') ?? [];
  return { x: Number(column), y: Number(row), value };
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Returns the values that the readout must show for a pixel of a page. */
function expectedAt(image: OddImage, page: OddImage['pages'][number], { x, y }: Shown): readonly number[] {
  const shown = shownSize(page, image.orientation);
  const { left, top } = storedRect({ left: x, top: y, right: x + 1, bottom: y + 1 }, shown, image.orientation);
  return page.samples.map((valueAt) => valueAt(top * page.width + left, left, top));
}

/** Returns true if both are the same float of 32 bits. Integers are smaller than those that it can't tell apart, or are exact. */
function isSameValue(value: number, known: number): boolean {
  return Number.isInteger(known) ? value === known : Object.is(Math.fround(value), Math.fround(known));
}

function numberOf(text: string): number {
  return Number(text.replace('∞', 'Infinity'));
}

test('the readout shows what is in every unusual image, in every sample and page', async ({ page, backend }) => {
  test.setTimeout(600_000);
  const session = await signIn(backend, ACME_MEMBER.email);
  const title = `odd ${randomUUID()}`;
  const { projectHash } = await session.make<{ projectHash: string }>('/project', { title });
  await session.make('/dataset', { projectHash, dataset: 'TC9', physicalSections: ODD_IMAGES.length, pixelSize: 0.5 });
  for (const [index, { name }] of ODD_IMAGES.entries()) {
    const section = String(index + 1).padStart(6, '0');
    await uploadFile(session, `acme/${title}/TC9/TC9_S${section}_L01_ch01.tif`, [readOddImage(name)]);
  }
  await signInAs(page, backend, ACME_MEMBER);
  const wrong: object[] = [];
  for (const [index, image] of ODD_IMAGES.entries()) {
    for (const [number, shownPage] of image.pages.entries()) {
      const address = `/acme/${encodeURIComponent(title)}/TC9?section=${index + 1}&page=${number + 1}`;
      await page.goto(address);
      await expect(page.getByRole('img', { name: `Section ${index + 1}, channels ch01 white` })).toBeVisible();
      const size = shownSize(shownPage, image.orientation);
      for (const place of PLACES) {
        const shown = await readAt(page, place, size);
        const expected = expectedAt(image, shownPage, shown);
        const values = shown.value.split(', ').map(numberOf);
        const isInFile = !shown.value.startsWith('≈') && values.length === expected.length;
        const isSame =
          isInFile &&
          values.every((value, sample) => {
            const known = expected[sample] ?? Number.NaN;
            // Floats are shown with as many digits as distinguish them.
            return isSameValue(value, known) || Math.abs(value - known) <= image.tolerance;
          });
        const isGap = image.hasGaps && shown.value === 'not in the file' && expected.every((value) => value === 0);
        if (!isSame && !isGap) wrong.push({ name: image.name, page: number + 1, place, ...shown, expected });
      }
    }
  }
  expect(wrong).toEqual([]);
});
