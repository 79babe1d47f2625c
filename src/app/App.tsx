import { MantineProvider, type MantineColorSchemeManager } from '@mantine/core';
import { Provider } from 'react-redux';
import type { DeploymentConfig } from '@data-manager/domain/deployment/deploymentConfig';
import type { AppHistory } from '../platform/appHistory';
import { DeploymentContext } from '../platform/deploymentContext';
import type { Ports } from '../platform/ports';
import { PortsContext } from '../platform/portsContext';
import { AppRouter } from './AppRouter';
import type { AppStore } from './createAppStore';
import { PartErrorBoundary } from './errors/ErrorFallback';
import { AppPage, loadScreen } from './routes';
import { theme } from './theme';

interface AppProps {
  readonly ports: Ports;
  readonly config: DeploymentConfig;
  readonly store: AppStore;
  readonly history: AppHistory;
  readonly colorScheme: MantineColorSchemeManager;
}

/** The app's providers around its router. */
export function App({ ports, config, store, history, colorScheme }: AppProps) {
  return (
    <PortsContext value={ports}>
      <DeploymentContext value={config}>
        <Provider store={store}>
          <MantineProvider theme={theme} colorSchemeManager={colorScheme} defaultColorScheme="auto">
            <PartErrorBoundary part="app">
              <AppRouter history={history} loadScreen={loadScreen}>
                <AppPage />
              </AppRouter>
            </PartErrorBoundary>
          </MantineProvider>
        </Provider>
      </DeploymentContext>
    </PortsContext>
  );
}
