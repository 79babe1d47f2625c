import type { MantineColorSchemeManager } from '@mantine/core';
import { Provider } from 'react-redux';
import { RouterProvider, type createBrowserRouter } from 'react-router';
import type { DeploymentConfig } from '../domain/deploymentConfig';
import { DeploymentContext } from '../platform/deploymentContext';
import type { Ports } from '../platform/ports';
import { PortsContext } from '../platform/portsContext';
import { Appearance } from './Appearance';
import type { AppStore } from './createAppStore';

interface AppProps {
  readonly ports: Ports;
  readonly config: DeploymentConfig;
  readonly store: AppStore;
  readonly router: ReturnType<typeof createBrowserRouter>;
  readonly colorScheme: MantineColorSchemeManager;
}

/** Everything that a page needs around it. */
export function App({ ports, config, store, router, colorScheme }: AppProps) {
  return (
    <PortsContext value={ports}>
      <DeploymentContext value={config}>
        <Provider store={store}>
          <Appearance colorScheme={colorScheme}>
            <RouterProvider router={router} />
          </Appearance>
        </Provider>
      </DeploymentContext>
    </PortsContext>
  );
}
