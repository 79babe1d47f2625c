import { MantineProvider } from '@mantine/core';
import { render } from '@testing-library/react';
import type { ReactElement } from 'react';
import { Provider } from 'react-redux';
import type { SessionOwner } from '@data-manager/domain/session/session';
import { configurationApi, type Feature } from '../../src/api/configuration';
import { AppRouter } from '../../src/app/AppRouter';
import { createDevelopmentTools } from '../../src/app/devtools/developmentTools';
import { NO_CONFIGURATION } from '../../src/app/devtools/substituteAnswers';
import type { AppHistory } from '../../src/platform/appHistory';
import { DeploymentContext } from '../../src/platform/deploymentContext';
import type { Ports } from '../../src/platform/ports';
import { PortsContext } from '../../src/platform/portsContext';
import { loginFound } from '../../src/session/sessionSlice';
import { aDeployment, anOwner } from './builders';
import { createTestStore } from './createTestStore';
import { giveElementsSizes } from './elementSizes';
import { createFakePorts } from './fakePorts';
import { createFakeServer, type FakeAnswer, type FakeHandler } from './fakeServer';
import { createTestRouter } from './memoryHistory';

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
  /** Wraps the history that the page uses. */
  readonly seenAs?: (history: AppHistory) => AppHistory;
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
    seenAs = (history) => history,
  }: RouteOptions,
) {
  giveElementsSizes();
  const server = createFakeServer(routes);
  const ports = createFakePorts({ fetch: server.fetch, ...otherPorts });
  const testStore = createTestStore({ ports, ...(isDevelopment && { extensions: [createDevelopmentTools(ports)] }) });
  testStore.store.dispatch(loginFound(owner));
  if (features !== undefined) testStore.store.dispatch(cacheFeatures(features));
  const router = createTestRouter(at);
  render(
    <PortsContext value={testStore.ports}>
      <DeploymentContext value={aDeployment()}>
        <Provider store={testStore.store}>
          <MantineProvider env="test">
            <AppRouter history={seenAs(router.history)}>{element}</AppRouter>
          </MantineProvider>
        </Provider>
      </DeploymentContext>
    </PortsContext>,
  );
  return { ...testStore, server, router };
}
