import type { ComponentType } from 'react';
import { matchRoutes, useLocation } from 'react-router';
import { lazyWithRetry } from '../ui/lazyWithRetry';
import { AppLayout } from './AppLayout';
import { BootGate } from './BootGate';
import { PartErrorBoundary } from './errors/ErrorFallback';
import { LoadingStatus } from './LoadingStatus';

/** A screen in a chunk of its own. */
function lazyScreen(path: string, load: () => Promise<ComponentType>) {
  const Screen = lazyWithRetry(load, <LoadingStatus />);
  let isLoaded = false;
  return {
    path,
    handle: {
      Screen,
      /** Loads the code; returns undefined if it has loaded. Never rejects: a screen without its code loads it again. */
      preload: (): Promise<void> | undefined => {
        if (isLoaded) return undefined;
        return Screen.preload().then(
          () => {
            isLoaded = true;
          },
          () => undefined,
        );
      },
    },
  };
}

const projectList = lazyScreen(':sponsorId', () =>
  import('../screens/ProjectListScreen').then((module) => module.ProjectListScreen),
);

const SCREENS = [
  projectList,
  lazyScreen(':sponsorId/:projectId', () => import('../screens/ProjectScreen').then((module) => module.ProjectScreen)),
  lazyScreen(':sponsorId/:projectId/upload', () =>
    import('../screens/UploadScreens').then((module) => module.ProjectUploadScreen),
  ),
  lazyScreen(':sponsorId/:projectId/:datasetId', () =>
    import('../screens/DatasetScreen').then((module) => module.DatasetScreen),
  ),
  lazyScreen(':sponsorId/:projectId/:datasetId/upload', () =>
    import('../screens/UploadScreens').then((module) => module.DatasetUploadScreen),
  ),
  lazyScreen('*', () => import('../screens/NotFound').then((module) => module.NotFoundScreen)),
  // `BootGate` redirects from the root to the projects.
  { ...projectList, path: '/' },
];

function screenAt(pathname: string) {
  return (matchRoutes(SCREENS, pathname)?.at(-1)?.route ?? projectList).handle;
}

/** Loads the code of the screen at a path; returns undefined if it has loaded. Never rejects. */
export function loadScreen(pathname: string): Promise<void> | undefined {
  return screenAt(pathname).preload();
}

/** The page: its frame, and the screen that belongs to the path. */
export function AppPage() {
  const { pathname } = useLocation();
  const { Screen } = screenAt(pathname);
  return (
    <AppLayout>
      <PartErrorBoundary part="app">
        <BootGate>
          <PartErrorBoundary part="screen" resetKey={pathname}>
            <Screen />
          </PartErrorBoundary>
        </BootGate>
      </PartErrorBoundary>
    </AppLayout>
  );
}
