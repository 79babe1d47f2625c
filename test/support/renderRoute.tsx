import { MantineProvider } from '@mantine/core';
import { render } from '@testing-library/react';
import type { ReactElement } from 'react';
import { Provider } from 'react-redux';
import { createMemoryRouter, type DataRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { ROUTE_PATTERNS } from '@data-manager/domain/navigation/routePath';
import type { SessionOwner } from '@data-manager/domain/session/session';
import { configurationApi, type Feature } from '../../src/api/configuration';
import { createDevelopmentTools } from '../../src/app/devtools/developmentTools';
import { NO_CONFIGURATION } from '../../src/app/devtools/substituteAnswers';
import { theme } from '../../src/app/theme';
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
  /** The optional calls that the server offers. If given, the configuration is loaded before the first render. */
  readonly features?: readonly Feature[];
  /** Overrides of the fake ports. */
  readonly ports?: Partial<Ports>;
  /** Enables DevTools as in `npm run dev`. Requires importing `support/devToolsExtension` first. */
  readonly isDevelopment?: boolean;
  /** Wraps the router that the page uses. */
  readonly seenAs?: (router: DataRouter) => DataRouter;
}

/** Caches a configuration with optional features, as if the server had sent it. */
export function cacheFeatures(features: readonly Feature[]) {
  const value = { ...NO_CONFIGURATION, features };
  return configurationApi.util.upsertQueryEntries([{ endpointName: 'remoteConfiguration', arg: undefined, value }]);
}

/** Renders a component at any path for a signed-in user, with the app's real store. */
export function renderRoute(
  element: ReactElement,
  {
    at,
    server: routes = {},
    owner = anOwner(),
    features,
    ports: otherPorts,
    isDevelopment = false,
    seenAs = (router) => router,
  }: RouteOptions,
) {
  giveElementsSizes();
  const server = createFakeServer(routes);
  const ports = createFakePorts({ fetch: server.fetch, ...otherPorts });
  const testStore = createTestStore({ ports, ...(isDevelopment && { extensions: [createDevelopmentTools(ports)] }) });
  testStore.store.dispatch(loginFound(owner));
  if (features !== undefined) testStore.store.dispatch(cacheFeatures(features));
  const router = createMemoryRouter(
    [...Object.values(ROUTE_PATTERNS), '*'].map((path) => ({ path, element })),
    { initialEntries: [at] },
  );
  ports.control.setPath(at.split('#', 1)[0] ?? at);
  router.subscribe(({ location: { pathname, search } }) => ports.control.setPath(pathname + search));
  render(
    <PortsContext value={testStore.ports}>
      <DeploymentContext value={aDeployment()}>
        <Provider store={testStore.store}>
          <MantineProvider env="test" theme={theme}>
            <RouterProvider router={seenAs(router)} />
          </MantineProvider>
        </Provider>
      </DeploymentContext>
    </PortsContext>,
  );
  return { ...testStore, server, router };
}
