import './mantineStyles';
import './contrast.css';
import './inter.css';
import './global.css';
import './forcedColors.css';
import './startFrame.css';
import { Center, MantineProvider, Stack, Text, Title } from '@mantine/core';
import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, type DataRouter } from 'react-router';
import { configProblemText } from '@data-manager/domain/deployment/deploymentConfig';
import { fetchConfiguration } from '../api/configuration';
import { fetchProjects } from '../api/projects';
import { createBrowserPorts } from '../platform/browserPorts';
import { stopInputMethodKeys } from '../platform/inputMethodKeys';
import type { Ports } from '../platform/ports';
import { wait } from '../platform/wait';
import { selectSessionOwner } from '../session/sessionSlice';
import { App } from './App';
import { createColorSchemeManager } from './colorSchemeManager';
import { createAppStore, type AppStore } from './createAppStore';
import type { RunningPage } from './devtools/hotCode';
import { createErrorLog } from './errors/errorReport';
import { loadConfig } from './loadConfig';
import { createRecorder } from './recorder/recorder';
import { ROUTES } from './routes';
import type { StoreExtension } from './storeExtension';
import { theme } from './theme';

/** The first render waits this long for the projects: one render takes less time than two. */
const FIRST_RENDER_TIMEOUT_MS = 100;

/**
 * Starts the app: ports, `config.json`, store, first render.
 *
 * @param createTools creates the development tools; production has none
 * @returns undefined without a valid configuration
 */
export async function start(createTools?: (ports: Ports) => StoreExtension): Promise<RunningPage | undefined> {
  const container = document.getElementById('root');
  if (container === null) throw new Error('index.html has no #root');
  stopInputMethodKeys(window);
  const ports = createBrowserPorts();
  // Loads the screen's code in parallel with the configuration.
  const router = createBrowserRouter(ROUTES);
  const config = await loadConfig(ports.fetch);
  const colorScheme = createColorSchemeManager(ports.preferences);
  const tools = createTools?.(ports);
  const logError = createErrorLog(ports, tools?.onCrash);
  const onError = (error: unknown, { componentStack }: { readonly componentStack?: string | undefined }) =>
    logError(error, componentStack);
  const root = createRoot(container, { onCaughtError: onError, onUncaughtError: onError });
  if (!config.ok) {
    root.render(
      <MantineProvider theme={theme} colorSchemeManager={colorScheme} defaultColorScheme="auto">
        <ConfigError message={configProblemText(config.failure)} />
      </MantineProvider>,
    );
    return undefined;
  }
  const { store, replaceSlices } = createAppStore({
    ports,
    config: config.value,
    extensions: [createRecorder(ports), ...(tools === undefined ? [] : [tools])],
  });
  // Sends the requests before the first render.
  const prefetched = prefetchQueries(store);
  // `RouterProvider` would miss a screen whose code arrives while React renders for the first time.
  await waitForScreen(router);
  await Promise.race([prefetched, wait(FIRST_RENDER_TIMEOUT_MS)]);
  // As a transition, so that React splits the render into short tasks.
  startTransition(() =>
    root.render(
      <StrictMode>
        <App ports={ports} config={config.value} store={store} router={router} colorScheme={colorScheme} />
      </StrictMode>,
    ),
  );
  return { replaceSlices, getState: () => store.getState(), ports };
}

/** Shown instead of the app when `config.json` is missing or invalid. */
function ConfigError({ message }: { readonly message: string }) {
  return (
    <Center component="main" mih="100vh" p="md">
      <Stack gap="xs" role="alert" maw={640}>
        <Title order={1} size="h3">
          {message}
        </Title>
        <Text c="dimmed">Correct the file config.json next to index.html, then reload this page.</Text>
      </Stack>
    </Center>
  );
}

/** Resolves when the code of the first screen has loaded. */
function waitForScreen(router: DataRouter): Promise<void> {
  return new Promise((resolve) => {
    if (router.state.initialized) resolve();
    else router.subscribe(({ initialized }) => initialized && resolve());
  });
}

/** Sends the queries that `BootGate` waits for, in its order. */
async function prefetchQueries(store: AppStore): Promise<void> {
  if (selectSessionOwner(store.getState()) === undefined) return;
  await store.dispatch(fetchConfiguration());
  if (selectSessionOwner(store.getState()) !== undefined) await store.dispatch(fetchProjects());
}
