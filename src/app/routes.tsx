import { useEffect, type ComponentType } from 'react';
import { Outlet, useLocation, useRouteError, type RouteObject } from 'react-router';
import { ROUTE_PATTERNS } from '@data-manager/domain/navigation/routePath';
import { usePorts } from '../platform/portsContext';
import { lazyWithRetry } from '../ui/lazyWithRetry';
import { AfterStart } from './AfterStart';
import { AppLayout } from './AppLayout';
import { BootGate } from './BootGate';
import { PartErrorBoundary } from './errors/ErrorFallback';
import { LoadingStatus } from './LoadingStatus';

/**
 * Creates the route of a screen in a chunk of its own. The previous screen stays until the chunk has loaded. The route’s
 * `lazy` would do the same, but a failed import would stay failed until a reload.
 */
function screenRoute(path: string, load: () => Promise<ComponentType>): RouteObject {
  const Screen = lazyWithRetry(async () => preloadingToasts(await load()), <LoadingStatus />);
  return {
    path,
    caseSensitive: true,
    Component: Screen,
    HydrateFallback: LoadingStatus,
    // A screen without its code loads it again.
    loader: () => Screen.preload().then(nothing, nothing),
    shouldRevalidate: () => false,
  };
}

function nothing(): null {
  return null;
}

/** Loads the code of toasts once a screen is shown: not before, but before a toast has to report that the network is gone. */
function preloadingToasts(Screen: ComponentType): ComponentType {
  return function ShownScreen() {
    const { preloadToasts } = usePorts();
    useEffect(preloadToasts, [preloadToasts]);
    return <Screen />;
  };
}

const loadProjectList = () => import('../screens/ProjectListScreen').then((module) => module.ProjectListScreen);

export const ROUTES: RouteObject[] = [
  {
    Component: AppPage,
    ErrorBoundary: ThrowRouteError,
    children: [
      // `BootGate` redirects from the root to the projects.
      screenRoute('/', loadProjectList),
      screenRoute(ROUTE_PATTERNS.projects, loadProjectList),
      screenRoute(ROUTE_PATTERNS.project, () =>
        import('../screens/ProjectScreen').then((module) => module.ProjectScreen),
      ),
      screenRoute(ROUTE_PATTERNS.projectUpload, () =>
        import('../screens/UploadScreens').then((module) => module.ProjectUploadScreen),
      ),
      screenRoute(ROUTE_PATTERNS.dataset, () =>
        import('../screens/DatasetScreen').then((module) => module.DatasetScreen),
      ),
      screenRoute(ROUTE_PATTERNS.datasetUpload, () =>
        import('../screens/UploadScreens').then((module) => module.DatasetUploadScreen),
      ),
      screenRoute('*', () => import('../screens/NotFound').then((module) => module.NotFoundScreen)),
    ],
  },
];

/** The page: its frame, and the screen that belongs to the path. */
function AppPage() {
  const { pathname } = useLocation();
  return (
    <AppLayout>
      <PartErrorBoundary part="app">
        <BootGate>
          <PartErrorBoundary part="screen" resetKey={pathname}>
            <Outlet />
          </PartErrorBoundary>
          <AfterStart />
        </BootGate>
      </PartErrorBoundary>
    </AppLayout>
  );
}

/** Passes errors on to the error boundary around the router. */
function ThrowRouteError(): never {
  throw useRouteError();
}
