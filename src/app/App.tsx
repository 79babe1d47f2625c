import { MantineProvider, type MantineColorSchemeManager } from '@mantine/core';
import { Provider } from 'react-redux';
import type { DataRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import type { DeploymentConfig } from '@data-manager/domain/deployment/deploymentConfig';
import { DeploymentContext } from '../platform/deploymentContext';
import type { Ports } from '../platform/ports';
import { PortsContext } from '../platform/portsContext';
import type { AppStore } from './createAppStore';
import { PartErrorBoundary } from './errors/ErrorFallback';
import { theme } from './theme';

interface AppProps {
  readonly ports: Ports;
  readonly config: DeploymentConfig;
  readonly store: AppStore;
  /** Has the routes of `ROUTES`. */
  readonly router: DataRouter;
  readonly colorScheme: MantineColorSchemeManager;
}

/** The app's providers around its router. */
export function App({ ports, config, store, router, colorScheme }: AppProps) {
  return (
    <PortsContext value={ports}>
      <DeploymentContext value={config}>
        <Provider store={store}>
          <MantineProvider theme={theme} colorSchemeManager={colorScheme} defaultColorScheme="auto">
            <PartErrorBoundary part="app">
              <RouterProvider router={router} />
            </PartErrorBoundary>
          </MantineProvider>
        </Provider>
      </DeploymentContext>
    </PortsContext>
  );
}
