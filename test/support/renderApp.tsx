import { render, type RenderResult } from '@testing-library/react';
import { App } from '../../src/app/App';
import { createColorSchemeManager } from '../../src/app/colorSchemeManager';
import { loadScreen } from '../../src/app/routes';
import type { StoreExtension } from '../../src/app/storeExtension';
import type { Ports } from '../../src/platform/ports';
import { aDeployment } from './builders';
import { createTestStore, type TestStore } from './createTestStore';
import { createFakePorts } from './fakePorts';
import type { FakeServer } from './fakeServer';
import { createTestRouter, type TestRouter } from './memoryHistory';

export interface RenderedApp extends TestStore {
  readonly view: RenderResult;
  readonly router: TestRouter;
}

/** Renders the app at a path over a fake server. `prepare` can set up the ports first, for example with a session. */
export function renderApp(
  path: string,
  server: FakeServer,
  prepare: (ports: TestStore['ports']) => void = () => undefined,
  overrides: Partial<Ports> = {},
  createExtensions: (ports: TestStore['ports']) => readonly StoreExtension[] = () => [],
): RenderedApp {
  const ports = createFakePorts({ fetch: server.fetch, ...overrides });
  ports.control.setPath(path);
  prepare(ports);
  const config = aDeployment();
  const testStore = createTestStore({ ports, config, extensions: createExtensions(ports) });
  const router = createTestRouter(path);
  // Like `start`.
  void loadScreen(router.state.location.pathname);
  const colorScheme = createColorSchemeManager(ports.preferences);
  const view = render(
    <App ports={ports} config={config} store={testStore.store} history={router.history} colorScheme={colorScheme} />,
  );
  return { ...testStore, view, router };
}
