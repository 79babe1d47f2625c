import './mantineStyles';
import './global.css';
import './forcedColors.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { fetchConfiguration } from '../api/configuration';
import { fetchProjects } from '../api/projects';
import { configProblemWords } from '../domain/deployment/deploymentConfig';
import { createBrowserPorts } from '../platform/browserPorts';
import { untilIdle } from '../platform/idle';
import type { Ports } from '../platform/ports';
import { wait } from '../platform/wait';
import { selectSessionOwner } from '../session/sessionSlice';
import { App } from './App';
import { Appearance } from './Appearance';
import { createColorSchemeManager } from './colorScheme';
import { ConfigError } from './ConfigError';
import { createErrorLog } from './containment/errorLog';
import { createAppStore, type AppStore } from './createAppStore';
import type { DevelopmentTools } from './devtools/developmentTools';
import { loadConfig } from './loadConfig';
import { routes } from './routes';
import { fetchScreen } from './screens';

/** How long the first screen is given: a server may keep one waiting for its answer, milliseconds. */
const LONGEST_WAIT_MS = 3_000;

/**
 * Starts the app: ports → `config.json` → store → render.
 * @param createTools makes what development adds to the store
 */
export async function start(createTools?: (ports: Ports) => DevelopmentTools): Promise<void> {
  const container = document.getElementById('root');
  if (container === null) throw new Error('index.html has no #root');
  const ports = createBrowserPorts();
  // The first screen's code and the configuration come side by side.
  void fetchScreen(ports.location.path());
  const config = await loadConfig(ports.fetch);
  const colorScheme = createColorSchemeManager(ports.preferences);
  const logError = createErrorLog(ports);
  const noteError = (error: unknown, { componentStack }: { readonly componentStack?: string | undefined }) =>
    logError(error, componentStack);
  const root = createRoot(container, { onCaughtError: noteError, onUncaughtError: noteError });
  if (!config.ok) {
    root.render(
      <Appearance colorScheme={colorScheme}>
        <ConfigError message={configProblemWords(config.failure)} />
      </Appearance>,
    );
    return;
  }
  const { store, recorder, startTransfers } = createAppStore({
    ports,
    config: config.value,
    ...(createTools && { tools: createTools(ports) }),
  });
  // Answers are on their way while the page is drawn for the first time.
  const answered = askAhead(store);
  root.render(
    <StrictMode>
      <App
        ports={ports}
        config={config.value}
        store={store}
        recentFacts={recorder.recentFacts}
        router={createBrowserRouter(routes)}
        colorScheme={colorScheme}
      />
    </StrictMode>,
  );
  void startWhenIdle(answered, startTransfers);
}

/** In the order of the start, which does not wait for a drawing in between. */
async function askAhead(store: AppStore): Promise<void> {
  if (selectSessionOwner(store.getState()) === undefined) return;
  await store.dispatch(fetchConfiguration());
  if (selectSessionOwner(store.getState()) !== undefined) await store.dispatch(fetchProjects());
}

/** The first screen has the page's thread and the line for itself. */
async function startWhenIdle(answered: Promise<void>, startTransfers: () => void): Promise<void> {
  await Promise.race([answered, wait(LONGEST_WAIT_MS)]);
  await untilIdle(window);
  startTransfers();
  await import('./fetchAhead').catch(() => undefined);
}
