import fs from 'node:fs';
import path from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import { chooseBy } from '../chooseBy';
import { drawnTiff } from '../drawnTiff';
import type { StandIn } from '../standIn';

/** Where the walk has come to. */
type Visit = (name: string) => Promise<void>;

/** What a walk over the screens has in its hands. */
export interface Walk {
  readonly page: Page;
  readonly appUrl: string;
  /** A folder for files to choose. */
  readonly disk: string;
  readonly visit: Visit;
  /** Answers in the place of the server where a state asks for it. */
  readonly standIn: StandIn;
}

export const PROJECT = '/acme/mouse-brain-atlas';
export const DATASET = `${PROJECT}/TC042`;

/** Visits what an address shows as long as a service gives no answer. */
export async function visitWaiting(
  { page, appUrl, visit, standIn }: Walk,
  name: string,
  service: RegExp,
  address: string,
  ...shown: readonly Locator[]
): Promise<void> {
  standIn.hold(service);
  await page.goto(appUrl + address);
  for (const one of shown) await expect(one).toBeVisible();
  await visit(name);
  await standIn.clear();
}

/** Chooses files that are made for it. */
export async function chooseFiles({ page, disk }: Walk, names: readonly string[]): Promise<void> {
  const files = names.map((name, index) => {
    const file = path.join(disk, name);
    fs.writeFileSync(file, drawnTiff(400_000 * (index + 1), index));
    return file;
  });
  await chooseBy(page, 'Choose files', files);
}

/** Waits until every small picture in the list is painted. */
export async function everyThumbnail(page: Page): Promise<void> {
  const pictures = page.getByRole('grid').getByRole('img');
  await expect(pictures.first()).toBeVisible();
  await expect
    .poll(() =>
      pictures.evaluateAll((all) => all.every((one) => !(one instanceof HTMLImageElement) || one.naturalWidth > 0)),
    )
    .toBe(true);
}

/** Waits until the large picture is painted. */
export async function painted(page: Page): Promise<void> {
  await expect(page.getByRole('application', { name: 'Picture' })).toHaveAttribute('aria-busy', 'false');
}

/** Closes a dialog as a person does who leaves everything as it was. */
export async function escape(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
}
