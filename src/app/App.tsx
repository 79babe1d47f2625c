import type { MantineColorSchemeManager } from '@mantine/core';
import { SnackbarProvider } from 'notistack';
import { Provider } from 'react-redux';
import { RouterProvider, type createBrowserRouter } from 'react-router';
import { TOAST_MS } from '../domain/constants';
import type { DeploymentConfig } from '../domain/deploymentConfig';
import { DeploymentContext } from '../platform/deploymentContext';
import type { Ports } from '../platform/ports';
import { PortsContext } from '../platform/portsContext';
import { Appearance } from './Appearance';
import classes from './AppLayout.module.css';
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
            <SnackbarProvider
              maxSnack={4}
              autoHideDuration={TOAST_MS}
              anchorOrigin={{ vertical: 'top', horizontal: 'right' }}
              classes={{ containerAnchorOriginTopRight: classes.toasts ?? '' }}
            />
            <RouterProvider router={router} />
          </Appearance>
        </Provider>
      </DeploymentContext>
    </PortsContext>
  );
}
