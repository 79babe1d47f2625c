import { expect } from '@playwright/test';
import { StandIn } from './standIn';
import { visitDataset, visitDatasetLists, visitDatasetTroubles, visitMetadata } from './walk/datasetStops';
import { visitNames } from './walk/nameStops';
import { visitProject, visitProjects, visitProjectsStates, visitProjectStates } from './walk/projectStops';
import { visitDownloads, visitUploads } from './walk/transferStops';
import { visitUpload } from './walk/uploadStops';
import type { Walk } from './walk/walk';

/**
 * Visits every screen and state of the app, starting with the login, and calls `visit` at each. Responses that a backend
 * with sample data never gives are mocked. Changes nothing on the backend: downloads that start are cancelled.
 */
export async function walkEveryScreen(given: Omit<Walk, 'standIn'>): Promise<void> {
  const walk = { ...given, standIn: await StandIn.over(given.page) };
  await visitProjects(walk);
  await visitProject(walk);
  await visitDataset(walk);
  await visitMetadata(walk);
  await visitUpload(walk);
  await visitDownloads(walk);
  await visitUploads(walk);
  await visitProjectsStates(walk);
  await visitProjectStates(walk);
  await visitDatasetLists(walk);
  await visitDatasetTroubles(walk);
  await visitNames(walk);
  await visitWrongConfiguration(walk);
}

async function visitWrongConfiguration({ page, appUrl, visit, standIn }: Walk): Promise<void> {
  standIn.answer(/\/config\.json/, { json: { apiUrl: 'not an address' } });
  await page.goto(appUrl);
  await expect(page.getByText('Config validation error')).toBeVisible();
  await visit('config-error');
  await standIn.clear();
}
