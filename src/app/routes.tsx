import { useEffect, type ComponentType } from 'react';
import { useLocation } from 'react-router';
import { routePattern } from '@data-manager/domain/navigation/routePath';
import { usePorts } from '../platform/portsContext';
import { lazyWithRetry } from '../ui/lazyWithRetry';
import { AppLayout } from './AppLayout';
import { BootGate } from './BootGate';
import { PartErrorBoundary } from './errors/ErrorFallback';
import { LoadingStatus } from './LoadingStatus';

/** Creates a screen in a chunk of its own. */
function lazyScreen(load: () => Promise<ComponentType>) {
  const Screen = lazyWithRetry(async () => preloadingToasts(await load()), <LoadingStatus />);
  let isLoaded = false;
  return {
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
  };
}

/** Loads the code of toasts once a screen is shown: not before, but before a toast has to report that the network is gone. */
function preloadingToasts(Screen: ComponentType): ComponentType {
  return function ShownScreen() {
    const { preloadToasts } = usePorts();
    useEffect(preloadToasts, [preloadToasts]);
    return <Screen />;
  };
}

const projectList = lazyScreen(() => import('../screens/ProjectListScreen').then((module) => module.ProjectListScreen));
const notFound = lazyScreen(() => import('../screens/NotFound').then((module) => module.NotFoundScreen));

/** By `routePattern`. */
const SCREENS: Readonly<Record<string, typeof projectList>> = {
  // `BootGate` redirects from the root to the projects.
  '/': projectList,
  '/:sponsor': projectList,
  '/:sponsor/:project': lazyScreen(() => import('../screens/ProjectScreen').then((module) => module.ProjectScreen)),
  '/:sponsor/:project/upload': lazyScreen(() =>
    import('../screens/UploadScreens').then((module) => module.ProjectUploadScreen),
  ),
  '/:sponsor/:project/:dataset': lazyScreen(() =>
    import('../screens/DatasetScreen').then((module) => module.DatasetScreen),
  ),
  '/:sponsor/:project/:dataset/upload': lazyScreen(() =>
    import('../screens/UploadScreens').then((module) => module.DatasetUploadScreen),
  ),
};

function screenAt(pathname: string): typeof projectList {
  return SCREENS[routePattern(pathname)] ?? notFound;
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
