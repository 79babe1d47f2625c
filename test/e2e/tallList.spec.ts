import { expect } from '@playwright/test';
import { ACME_MEMBER } from '../support/walkLogin';
import { signInAs, test } from './support';

/** Needs 22 million px, more than an element can be high. */
const FILES = 500_000;
const PAGE = 250_000;
const FOLDER = 'acme/mouse-brain-atlas/TC042';

test('a list of half a million files can be scrolled to its last row, sorted and searched', async ({
  page,
  backend,
}) => {
  await page.route('**/manage/files?*', (route) => {
    const start = Number(new URL(route.request().url()).searchParams.get('cursor') ?? 0);
    const end = start + PAGE;
    const files = Array.from({ length: PAGE }, (_, index) => ({
      key: `${FOLDER}/f${String(start + index).padStart(6, '0')}`,
      size: 1,
    }));
    return route.fulfill({ json: { files, ...(end < FILES && { cursor: String(end) }) } });
  });
  await signInAs(page, backend, ACME_MEMBER, `/${FOLDER}`);
  const list = page.getByRole('grid', { name: /^Files of/ });
  await expect(list).toHaveAttribute('aria-rowcount', String(FILES + 1));
  const scroller = list.locator('> [role=presentation]');
  const scrollTo = (share: number) =>
    scroller.evaluate(
      (element, part) => (element.scrollTop = (element.scrollHeight - element.clientHeight) * part),
      share,
    );
  const name = (row: number) => list.getByRole('checkbox', { name: `f${String(row).padStart(6, '0')}`, exact: true });

  await scrollTo(1);
  await expect(name(FILES - 1)).toBeInViewport({ ratio: 1 });
  await scrollTo(0.5);
  await expect(name(FILES / 2)).toBeInViewport();
  await scrollTo(0);
  await expect(name(0)).toBeInViewport({ ratio: 1 });

  await name(0).focus();
  await page.keyboard.press('End');
  await expect(name(FILES - 1)).toBeFocused();
  await expect(name(FILES - 1)).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('PageUp');
  await page.keyboard.press('PageUp');
  await expect(page.locator('[data-index] input:focus')).toBeInViewport({ ratio: 1 });

  const head = page.getByRole('columnheader', { name: 'Name', exact: true });
  for (const order of ['ascending', 'descending']) {
    await head.getByRole('button').click();
    // The rows, and with them what the next click does, change only once they are sorted.
    await expect(head).toHaveAttribute('aria-sort', order);
  }
  await scrollTo(1);
  await expect(name(0)).toBeInViewport({ ratio: 1 });
  await page.getByRole('searchbox', { name: 'Search' }).fill('99998');
  await expect(list).toHaveAttribute('aria-rowcount', '6');
  await expect(name(99_998)).toBeInViewport({ ratio: 1 });
});
