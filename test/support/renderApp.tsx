import { render, type RenderResult } from '@testing-library/react';
import { createMemoryRouter, type DataRouter } from 'react-router';
import { App } from '../../src/app/App';
import { createColorSchemeManager } from '../../src/app/colorSchemeManager';
import { ROUTES } from '../../src/app/routes';
import type { StoreExtension } from '../../src/app/storeExtension';
import type { Ports } from '../../src/platform/ports';
import { aDeployment } from './builders';
import { createTestStore, type TestStore } from './createTestStore';
import { createFakePorts } from './fakePorts';
import type { FakeServer } from './fakeServer';
import { stopAfterTest } from './stopAfterTest';

export interface RenderedApp extends TestStore {
  readonly view: RenderResult;
  readonly router: DataRouter;
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
  const testStore = stopAfterTest(createTestStore({ ports, extensions: createExtensions(ports) }));
  const router = createMemoryRouter(ROUTES, { initialEntries: [path] });
  router.subscribe(({ location: { pathname, search } }) => ports.control.setPath(pathname + search));
  const colorScheme = createColorSchemeManager(ports.preferences);
  const view = render(
    <App ports={ports} config={aDeployment()} store={testStore.store} router={router} colorScheme={colorScheme} />,
  );
  return { ...testStore, view, router };
}
