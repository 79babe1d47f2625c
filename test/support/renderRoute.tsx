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
  /** The address, encoded. */
  readonly at: string;
  readonly server?: Readonly<Record<string, FakeHandler | FakeAnswer>>;
  readonly owner?: SessionOwner;
  /** In place of the fake ones. */
  readonly ports?: Partial<Ports>;
  /** With DevTools, as `npm run dev` has them: `support/devToolsExtension` has to be imported first. */
  readonly isDevelopment?: boolean;
  /** The router as the page sees it, where it is not the one that the tests see. */
  readonly seenAs?: (router: PageRouter) => PageRouter;
}

export type PageRouter = ReturnType<typeof createMemoryRouter>;

/** Renders a component as the page of any address, for somebody who is signed in, over the app's real store. */
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
