import { expect } from '@playwright/test';
import { SERVICE } from '../standIn';
import {
  ARABIC_TITLE,
  files,
  FORMER_TITLE,
  HEBREW_TITLE,
  LONG_TITLE,
  ODD_NAMES,
  oddDatasets,
  oddProjects,
} from './inventedLists';
import { chooseFiles, painted, type Walk } from './walk';

/** Visits every screen with names that are too long for a row or written from right to left. */
export async function visitNames(walk: Walk): Promise<void> {
  const { page, appUrl, visit, standIn } = walk;
  standIn.answer(SERVICE.projects, oddProjects());
  standIn.answer(SERVICE.datasets, oddDatasets());
  standIn.answer(SERVICE.files, (route) => {
    const path = new URL(route.request().url()).searchParams.get('path') ?? '';
    return files(path, path.endsWith(FORMER_TITLE) ? [] : ODD_NAMES);
  });
  await page.goto(appUrl);
  await visit('projects-names', page.getByRole('link', { name: HEBREW_TITLE }));

  await page.getByRole('link', { name: ARABIC_TITLE }).click();
  await expect(page.getByRole('link', { name: HEBREW_TITLE, exact: true })).toBeVisible();
  await visit('project-names', page.getByRole('grid', { name: /^Files of/ }));

  await page.getByRole('link', { name: HEBREW_TITLE, exact: true }).click();
  await expect(page.getByRole('slider', { name: 'Completeness map' })).toBeVisible();
  await painted(page);
  await visit('dataset-names');
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  await chooseFiles(walk, [...ODD_NAMES.slice(0, 3), 'תמונה 7.tif']);
  await expect(page.getByRole('checkbox', { name: HEBREW_TITLE }).first()).toBeVisible();
  await visit('upload-names', page.getByRole('heading', { name: /on the server already$/ }));

  const project = `${appUrl}/acme/${encodeURIComponent(ARABIC_TITLE)}`;
  await page.goto(`${project}/${encodeURIComponent(FORMER_TITLE)}`);
  await expect(page).toHaveURL(`${project}/${LONG_TITLE}`);
  await expect(page.getByRole('slider', { name: 'Completeness map' })).toBeVisible();
  await painted(page);
  await visit('dataset-long-name');
  await page.getByRole('link', { name: 'סריקות גולמיות', exact: true }).click();
  await page.getByRole('link', { name: LONG_TITLE, exact: true }).last().click();
  await visit('folder-names', page.getByRole('checkbox', { name: ARABIC_TITLE }));
  await standIn.clear();
}
