import type { RouteObject } from 'react-router';
import { AppLayout } from './AppLayout';
import { BootGate } from './BootGate';
import { LoadingStatus } from './LoadingStatus';
import { UnexpectedError } from './UnexpectedError';

/** Below this path element stands what an error leaves of a page: header, breadcrumbs and transfers. */
const screens: RouteObject[] = [
  { index: true, Component: LoadingStatus },
  {
    path: ':sponsorId',
    lazy: () => import('../screens/ProjectListScreen').then((module) => ({ Component: module.ProjectListScreen })),
  },
  {
    path: ':sponsorId/:projectId',
    lazy: () => import('../screens/ProjectScreen').then((module) => ({ Component: module.ProjectScreen })),
  },
  {
    path: ':sponsorId/:projectId/upload',
    lazy: () => import('../screens/ProjectUploadScreen').then((module) => ({ Component: module.ProjectUploadScreen })),
  },
  {
    path: ':sponsorId/:projectId/:datasetId',
    lazy: () => import('../screens/DatasetScreen').then((module) => ({ Component: module.DatasetScreen })),
  },
  {
    path: ':sponsorId/:projectId/:datasetId/upload',
    lazy: () => import('../screens/DatasetUploadScreen').then((module) => ({ Component: module.DatasetUploadScreen })),
  },
  {
    path: '*',
    lazy: () => import('../screens/UnknownPlaceScreen').then((module) => ({ Component: module.UnknownPlaceScreen })),
  },
];

/** The screens, each in a chunk of its own, behind the gates of the start, whatever the path. */
export const routes: RouteObject[] = [
  {
    Component: AppLayout,
    ErrorBoundary: UnexpectedError,
    HydrateFallback: LoadingStatus,
    children: [
      {
        Component: BootGate,
        ErrorBoundary: UnexpectedError,
        children: [{ ErrorBoundary: UnexpectedError, children: screens }],
      },
    ],
  },
];
