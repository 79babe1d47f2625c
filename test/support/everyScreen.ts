import { expect } from '@playwright/test';
import { StandIn } from './standIn';
import {
  visitComparison,
  visitDataset,
  visitDatasetLists,
  visitDatasetTroubles,
  visitMetadata,
} from './walk/datasetStops';
import { visitFailures, visitServerPages } from './walk/failureStops';
import { visitNames } from './walk/nameStops';
import { visitLogin, visitProject, visitProjects, visitProjectsStates, visitProjectStates } from './walk/projectStops';
import { visitDatasetStates } from './walk/stateStops';
import { visitDownloads, visitFolders, visitFollow, visitUploads } from './walk/transferStops';
import { visitUpload } from './walk/uploadStops';
import type { Walk } from './walk/walk';
import { ACME_ADMIN, walkLogin } from './walkLogin';

/**
 * All screens and states of the app in groups, each of which can be visited on its own after signing in. Responses that
 * a backend with sample data never gives are mocked. Nothing changes on the backend: downloads that start are cancelled.
 */
const GROUPS = {
  'login and projects': [
    visitLogin,
    visitServerPages,
    visitProjects,
    visitProject,
    visitProjectsStates,
    visitProjectStates,
  ],
  'a dataset': [visitDataset],
  'states of a dataset': [visitDatasetTroubles, visitDatasetStates],
  'metadata and lists of files': [visitMetadata, visitDatasetLists, visitWrongConfiguration, visitFailures],
  'files to upload and unusual names': [visitUpload, visitComparison, visitNames],
  'uploads and downloads': [visitDownloads, visitFolders, visitUploads, visitFollow],
} as const;

export type ScreenGroup = keyof typeof GROUPS;

export const SCREEN_GROUPS = Object.keys(GROUPS) as readonly ScreenGroup[];

/** Signs in and calls `visit` at each screen and state of a group. */
export async function walkScreens(group: ScreenGroup, { visit, ...given }: Omit<Walk, 'standIn'>): Promise<void> {
  const walk: Walk = {
    ...given,
    standIn: await StandIn.over(given.page),
    async visit(name, shown) {
      if (shown !== undefined) await expect(shown).toBeVisible();
      await visit(name);
    },
  };
  const stops: readonly ((walk: Walk) => Promise<void>)[] = GROUPS[group];
  // The visit of the login page signs in itself.
  if (stops[0] !== visitLogin) await walkLogin(walk.page, walk.appUrl, ACME_ADMIN);
  for (const visitStops of stops) await visitStops(walk);
}

async function visitWrongConfiguration({ page, appUrl, visit, standIn }: Walk): Promise<void> {
  standIn.answer(/\/config\.json/, { json: { apiUrl: 'not an address' } });
  await page.goto(appUrl);
  await visit('config-error', page.getByText('Config validation error'));
  await standIn.clear();
}
