import { MantineProvider } from '@mantine/core';
import { render } from '@testing-library/react';
import type { ReactElement } from 'react';
import { Provider } from 'react-redux';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { createDevelopmentTools } from '../../src/app/devtools/developmentTools';
import type { SessionOwner } from '../../src/domain/session/session';
import { DeploymentContext } from '../../src/platform/deploymentContext';
import type { Ports } from '../../src/platform/ports';
import { PortsContext } from '../../src/platform/portsContext';
import { loginFound } from '../../src/session/sessionSlice';
import { aDeployment, anOwner } from './builders';
import { createTestStore } from './createTestStore';
import { giveElementsSizes } from './elementSizes';
import { createFakePorts } from './fakePorts';
import { createFakeServer, type FakeAnswer, type FakeHandler } from './fakeServer';

interface RouteOptions {
  /** The encoded path. */
  readonly at: string;
  readonly server?: Readonly<Record<string, FakeHandler | FakeAnswer>>;
  readonly owner?: SessionOwner;
  /** Overrides of the fake ports. */
  readonly ports?: Partial<Ports>;
  /** Enables DevTools as in `npm run dev`. Requires importing `support/devToolsExtension` first. */
  readonly isDevelopment?: boolean;
  /** Wraps the router that the page uses. */
  readonly seenAs?: (router: PageRouter) => PageRouter;
}

export type PageRouter = ReturnType<typeof createMemoryRouter>;

/** Renders a component at any path for a signed-in user, with the app's real store. */
export function renderRoute(
  element: ReactElement,
  {
    at,
    server: routes = {},
    owner = anOwner(),
    ports: otherPorts,
    isDevelopment = false,
    seenAs = (router) => router,
  }: RouteOptions,
) {
  giveElementsSizes();
  const server = createFakeServer(routes);
  const ports = createFakePorts({ fetch: server.fetch, ...otherPorts });
  const testStore = createTestStore({ ports, ...(isDevelopment && { tools: createDevelopmentTools(ports) }) });
  testStore.store.dispatch(loginFound(owner));
  const router = createMemoryRouter([{ path: '*', element }], { initialEntries: [at] });
  render(
    <PortsContext value={testStore.ports}>
      <DeploymentContext value={aDeployment()}>
        <Provider store={testStore.store}>
          <MantineProvider env="test">
            <RouterProvider router={seenAs(router)} />
          </MantineProvider>
        </Provider>
      </DeploymentContext>
    </PortsContext>,
  );
  return { ...testStore, server, router };
}
