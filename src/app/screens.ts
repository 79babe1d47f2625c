import type { ComponentType } from 'react';
import { matchRoutes } from 'react-router';

/** A screen, whose code comes when it is asked for, and the path that shows it. */
interface LateScreen {
  readonly path: string;
  readonly load: () => Promise<ComponentType>;
}

const projectList: LateScreen = {
  path: ':sponsorId',
  load: () => import('../screens/ProjectListScreen').then((module) => module.ProjectListScreen),
};

/** The screens, each in a chunk of its own. */
export const SCREENS: readonly LateScreen[] = [
  projectList,
  {
    path: ':sponsorId/:projectId',
    load: () => import('../screens/ProjectScreen').then((module) => module.ProjectScreen),
  },
  {
    path: ':sponsorId/:projectId/upload',
    load: () => import('../screens/ProjectUploadScreen').then((module) => module.ProjectUploadScreen),
  },
  {
    path: ':sponsorId/:projectId/:datasetId',
    load: () => import('../screens/DatasetScreen').then((module) => module.DatasetScreen),
  },
  {
    path: ':sponsorId/:projectId/:datasetId/upload',
    load: () => import('../screens/DatasetUploadScreen').then((module) => module.DatasetUploadScreen),
  },
  {
    path: '*',
    load: () => import('../screens/UnknownPlaceScreen').then((module) => module.UnknownPlaceScreen),
  },
];

const TARGETS = [
  // From there the projects are one redirect away.
  { path: '/', handle: projectList },
  ...SCREENS.map((screen) => ({ path: screen.path, handle: screen })),
];

/**
 * Fetches the code of the screen at a path before anything asks for it. Never rejects: what did not come is asked for
 * again, and told of, by the route.
 */
export async function fetchScreen(path: string): Promise<void> {
  const screen = matchRoutes(TARGETS, path)?.at(-1)?.route.handle;
  await screen?.load().catch(() => undefined);
}
