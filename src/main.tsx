import './app/mantineStyles';
import './app/global.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { App } from './app/App';
import { Appearance } from './app/Appearance';
import { createColorSchemeManager } from './app/colorScheme';
import { ConfigError } from './app/ConfigError';
import { createAppStore } from './app/createAppStore';
import { loadConfig } from './app/loadConfig';
import { routes } from './app/routes';
import { configProblemWords } from './domain/deploymentConfig';
import { createBrowserPorts } from './platform/browserPorts';
import { createColorSchemeCookie } from './platform/colorSchemeCookie';

/** Configuration → ports → store → render. */
async function start(container: HTMLElement): Promise<void> {
  const ports = createBrowserPorts();
  const config = await loadConfig(ports.fetch);
  const colorScheme = createColorSchemeManager(createColorSchemeCookie(document));
  const root = createRoot(container);
  if (!config.ok) {
    root.render(
      <Appearance colorScheme={colorScheme}>
        <ConfigError message={configProblemWords(config.failure)} />
      </Appearance>,
    );
    return;
  }
  const { store } = createAppStore({ ports, config: config.value });
  root.render(
    <StrictMode>
      <App
        ports={ports}
        config={config.value}
        store={store}
        router={createBrowserRouter(routes)}
        colorScheme={colorScheme}
      />
    </StrictMode>,
  );
}

const container = document.getElementById('root');
if (container === null) throw new Error('index.html has no #root');
void start(container);
