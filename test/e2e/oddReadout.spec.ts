import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { shownSize, storedRect } from '@data-manager/domain/pictures/pixels/orientation';
import { ODD_IMAGES, readOddImage, type OddImage } from '../support/oddImages';
import { signIn } from '../support/signIn';
import { uploadFile } from '../support/uploadFile';
import { ACME_MEMBER } from '../support/walkLogin';
import { readAt, type Point } from './readout';
import { signInAs, test } from './support';

/** An image of each kind of layout, orientation, value and text. Unit tests read every value of all images. */
const SHOWN = [
  ...['be16', 'zerostrip', 'orient6rect', 'bigbetiled', 'int16neg', 'float01nan', 'palette', 'five16', 'stack3'],
];
const IMAGES = ODD_IMAGES.filter(({ name }) => SHOWN.includes(name));

/** Places of the picture that are read, from 0 to 1. */
const PLACES = [
  [0.02, 0.02],
  [0.49, 0.51],
  [0.9, 0.97],
] as const;

/** Shows a page of an image: the next section with a key, as people do, because loading the whole app for each takes long. */
async function showPage(page: Page, dataset: string, index: number, number: number): Promise<void> {
  const isNext = index > 0 && number === 1 && !page.url().includes('page=');
  if (isNext) await page.getByRole('slider', { name: 'Section', exact: true }).press('ArrowRight');
  else await page.goto(`${dataset}?section=${index + 1}${number === 1 ? '' : `&page=${number}`}`);
  await expect(page.getByRole('img', { name: `Section ${index + 1}, channels ch01 white` })).toBeVisible();
}

/** Returns the values that the readout must show for a pixel of a page. */
function expectedAt(image: OddImage, page: OddImage['pages'][number], { x, y }: Point): readonly number[] {
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

test('the readout shows what is in unusual images of every kind, in every sample and page', async ({
  page,
  backend,
}) => {
  expect(IMAGES).toHaveLength(SHOWN.length);
  const session = await signIn(backend, ACME_MEMBER.email);
  const title = `odd ${randomUUID()}`;
  const { projectHash } = await session.make<{ projectHash: string }>('/project', { title });
  await session.make('/dataset', { projectHash, dataset: 'TC9', physicalSections: IMAGES.length, pixelSize: 0.5 });
  const uploads = IMAGES.map(({ name }, index) => {
    const section = String(index + 1).padStart(6, '0');
    return uploadFile(session, `acme/${title}/TC9/TC9_S${section}_L01_ch01.tif`, [readOddImage(name)]);
  });
  await Promise.all(uploads);
  await signInAs(page, backend, ACME_MEMBER);
  const wrong: object[] = [];
  for (const [index, image] of IMAGES.entries()) {
    for (const [first, shownPage] of image.pages.entries()) {
      await showPage(page, `/acme/${encodeURIComponent(title)}/TC9`, index, first + 1);
      const size = shownSize(shownPage, image.orientation);
      for (const place of PLACES) {
        const {
          x,
          y,
          values: text,
        } = await readAt(page, { x: place[0] * size.width, y: place[1] * size.height }, size);
        const value = text.replace(/^ch01 /, '');
        const expected = expectedAt(image, shownPage, { x, y });
        const values = value.split(', ').map(numberOf);
        const isInFile = !value.startsWith('≈') && values.length === expected.length;
        const isSame =
          isInFile &&
          values.every((one, sample) => {
            const known = expected[sample] ?? Number.NaN;
            // Floats are shown with as many digits as distinguish them.
            return isSameValue(one, known) || Math.abs(one - known) <= image.tolerance;
          });
        const isGap = image.hasGaps && value === 'not in the file' && expected.every((known) => known === 0);
        if (!isSame && !isGap) wrong.push({ name: image.name, page: first + 1, place, x, y, value, expected });
      }
    }
  }
  expect(wrong).toEqual([]);
});
