import type { ComponentType } from 'react';
import { Outlet, useLocation, type RouteObject } from 'react-router';
import { latePart } from '../ui/latePart';
import { AppLayout } from './AppLayout';
import { BootGate } from './BootGate';
import { Contained } from './containment/Contained';
import { LoadingStatus } from './LoadingStatus';
import { SCREENS } from './screens';
import { UnexpectedError } from './UnexpectedError';

/**
 * The code of a screen, fetched with the route. The router never asks twice for what did not come, so that the screen
 * itself does: its boundary tells of it, and trying again fetches it anew.
 */
function screen(load: () => Promise<ComponentType>) {
  return async () => ({ Component: await load().catch(() => latePart(load, <LoadingStatus />)) });
}

/** Errors of a screen stay below the header, and above the transfers. */
function ContainedScreens() {
  const { pathname } = useLocation();
  return (
    <Contained part="screen" resetKey={pathname}>
      <Outlet />
    </Contained>
  );
}

/** The screens by their paths. The bare root shows nothing of its own: the gate leads from it to the sponsor. */
const screens: RouteObject[] = [
  { index: true, Component: LoadingStatus },
  ...SCREENS.map(({ path, load }) => ({ path, lazy: screen(load) })),
];

/** The screens behind the gates of the start, whatever the path. */
export const routes: RouteObject[] = [
  {
    Component: AppLayout,
    ErrorBoundary: UnexpectedError,
    HydrateFallback: LoadingStatus,
    children: [
      {
        Component: BootGate,
        ErrorBoundary: UnexpectedError,
        children: [{ Component: ContainedScreens, ErrorBoundary: UnexpectedError, children: screens }],
      },
    ],
  },
];
