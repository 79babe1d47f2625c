import type { ComponentType } from 'react';
import {
  matchRoutes,
  Outlet,
  useLocation,
  useNavigate,
  useRouteError,
  type IndexRouteObject,
  type RouteObject,
} from 'react-router';
import { lazyWithRetry } from '../ui/lazyWithRetry';
import { AppLayout } from './AppLayout';
import { BootGate } from './BootGate';
import { ErrorFallback, PartErrorBoundary } from './errors/ErrorFallback';
import { LoadingStatus } from './LoadingStatus';

interface LazyScreen {
  readonly path: string;
  readonly load: () => Promise<ComponentType>;
}

const projectList: LazyScreen = {
  path: ':sponsorId',
  load: () => import('../screens/ProjectListScreen').then((module) => module.ProjectListScreen),
};

/** The screens, each in a chunk of its own. */
const SCREENS: readonly LazyScreen[] = [
  projectList,
  {
    path: ':sponsorId/:projectId',
    load: () => import('../screens/ProjectScreen').then((module) => module.ProjectScreen),
  },
  {
    path: ':sponsorId/:projectId/upload',
    load: () => import('../screens/UploadScreens').then((module) => module.ProjectUploadScreen),
  },
  {
    path: ':sponsorId/:projectId/:datasetId',
    load: () => import('../screens/DatasetScreen').then((module) => module.DatasetScreen),
  },
  {
    path: ':sponsorId/:projectId/:datasetId/upload',
    load: () => import('../screens/UploadScreens').then((module) => module.DatasetUploadScreen),
  },
  {
    path: '*',
    load: () => import('../screens/NotFound').then((module) => module.NotFoundScreen),
  },
];

/** Shows nothing of its own: `BootGate` redirects from here to the sponsor. */
const root: IndexRouteObject = { index: true, Component: LoadingStatus };

export const routes: RouteObject[] = [
  {
    Component: AppLayout,
    ErrorBoundary: RouteError,
    HydrateFallback: LoadingStatus,
    children: [
      {
        Component: BootGate,
        ErrorBoundary: RouteError,
        children: [
          {
            Component: ScreenBoundary,
            ErrorBoundary: RouteError,
            children: [root, ...SCREENS.map(({ path, load }) => ({ path, lazy: lazyRoute(load) }))],
          },
        ],
      },
    ],
  },
];

/**
 * Loads a screen together with its route. The router never retries a failed `lazy`, so the screen then loads its code
 * itself, inside an error boundary that can retry.
 */
function lazyRoute(load: LazyScreen['load']) {
  return async () => ({ Component: await load().catch(() => lazyWithRetry(load, <LoadingStatus />)) });
}

/** Shows errors of a screen between the header and the transfers. */
function ScreenBoundary() {
  const { pathname } = useLocation();
  return (
    <PartErrorBoundary part="screen" resetKey={pathname}>
      <Outlet />
    </PartErrorBoundary>
  );
}

/** The fallback for errors of the router and of the frame around the screens. */
function RouteError() {
  const error = useRouteError();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const retry = () => void navigate(pathname + search, { replace: true });
  return <ErrorFallback part="app" caught={{ error, componentStack: '' }} onRetry={retry} hasProjectsLink />;
}

const PRELOADED = [
  // `BootGate` redirects from the root to the projects.
  { path: '/', handle: projectList },
  ...SCREENS.map((screen) => ({ path: screen.path, handle: screen })),
];

/** Loads the code of the screen at a path ahead of the router. Never rejects: the route loads it again if this fails. */
export async function preloadScreen(path: string): Promise<void> {
  const screen = matchRoutes(PRELOADED, path)?.at(-1)?.route.handle;
  await screen?.load().catch(() => undefined);
}
