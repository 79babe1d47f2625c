import fs from 'node:fs';
import path from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import { chooseBy } from '../chooseBy';
import { drawnTiff } from '../drawnTiff';
import type { StandIn } from '../standIn';

/** Called at each screen and state with its name, and with what is visible once it is reached. */
type Visit = (name: string, shown?: Locator) => Promise<void>;

/** The context of a walk over all screens. */
export interface Walk {
  readonly page: Page;
  readonly appUrl: string;
  /** A temporary folder for files to select. */
  readonly disk: string;
  readonly visit: Visit;
  /** Mocks responses of the server. */
  readonly standIn: StandIn;
}

export const PROJECT = '/acme/mouse-brain-atlas';
export const DATASET = `${PROJECT}/TC042`;

/** Creates and selects files. */
export async function chooseFiles({ page, disk }: Walk, names: readonly string[]): Promise<void> {
  const files = names.map((name, index) => {
    const file = path.join(disk, name);
    fs.writeFileSync(file, drawnTiff(400_000 * (index + 1), index));
    return file;
  });
  await chooseBy(page, 'Choose files', files);
}

/** Waits until every thumbnail in the list is loaded. */
export async function everyThumbnail(page: Page): Promise<void> {
  const pictures = page.getByRole('grid').getByRole('img');
  await expect(pictures.first()).toBeVisible();
  await expect
    .poll(() =>
      pictures.evaluateAll((all) => all.every((one) => !(one instanceof HTMLImageElement) || one.naturalWidth > 0)),
    )
    .toBe(true);
}

/** Waits until the section preview is painted. */
export async function painted(page: Page): Promise<void> {
  await expect(page.getByRole('application', { name: 'Picture' })).toHaveAttribute('aria-busy', 'false');
}

/** Closes a dialog with Escape. */
export async function escape(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
}
