import type { MantineColorSchemeManager } from '@mantine/core';
import { useMemo } from 'react';
import { Provider } from 'react-redux';
import { RouterProvider, type createBrowserRouter, type RouterProviderProps } from 'react-router';
import type { DeploymentConfig } from '../domain/deployment/deploymentConfig';
import type { RecentAction } from '../domain/failures/errorReport';
import { DeploymentContext } from '../platform/deploymentContext';
import type { Ports } from '../platform/ports';
import { PortsContext } from '../platform/portsContext';
import { AppTheme } from './AppTheme';
import type { AppStore } from './createAppStore';
import { PartErrorBoundary } from './errors/ErrorFallback';
import { createErrorLog, RecentActionsContext } from './errors/errorReport';

interface AppProps {
  readonly ports: Ports;
  readonly config: DeploymentConfig;
  readonly store: AppStore;
  /** Returns the latest actions of the transfers, for error reports. */
  readonly recentActions: () => readonly RecentAction[];
  readonly router: ReturnType<typeof createBrowserRouter>;
  readonly colorScheme: MantineColorSchemeManager;
}

/** The app's providers around its router. */
export function App({ ports, config, store, recentActions, router, colorScheme }: AppProps) {
  const logError = useMemo(() => createErrorLog(ports), [ports]);
  const onError: RouterProviderProps['onError'] = (error, { errorInfo }) => {
    // Errors with `errorInfo` were thrown while rendering: the root's own handlers log them.
    if (errorInfo === undefined) logError(error);
  };
  return (
    <PortsContext value={ports}>
      <DeploymentContext value={config}>
        <Provider store={store}>
          <RecentActionsContext value={recentActions}>
            <AppTheme colorScheme={colorScheme}>
              <PartErrorBoundary part="app">
                <RouterProvider router={router} onError={onError} />
              </PartErrorBoundary>
            </AppTheme>
          </RecentActionsContext>
        </Provider>
      </DeploymentContext>
    </PortsContext>
  );
}
