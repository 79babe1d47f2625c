import type { MantineColorSchemeManager } from '@mantine/core';
import { useMemo } from 'react';
import { Provider } from 'react-redux';
import { RouterProvider, type createBrowserRouter, type RouterProviderProps } from 'react-router';
import type { DeploymentConfig } from '../domain/deployment/deploymentConfig';
import type { RecentFact } from '../domain/failures/errorReport';
import { DeploymentContext } from '../platform/deploymentContext';
import type { Ports } from '../platform/ports';
import { PortsContext } from '../platform/portsContext';
import { ErrorBoundary } from '../ui/ErrorBoundary';
import { Appearance } from './Appearance';
import { createErrorLog } from './containment/errorLog';
import { FallenPart } from './containment/FallenPart';
import { RecentFactsContext } from './containment/recentFactsContext';
import type { AppStore } from './createAppStore';

interface AppProps {
  readonly ports: Ports;
  readonly config: DeploymentConfig;
  readonly store: AppStore;
  /** What the transfers did lately. */
  readonly recentFacts: () => readonly RecentFact[];
  readonly router: ReturnType<typeof createBrowserRouter>;
  readonly colorScheme: MantineColorSchemeManager;
}

/** Everything that a page needs around it. */
export function App({ ports, config, store, recentFacts, router, colorScheme }: AppProps) {
  const logError = useMemo(() => createErrorLog(ports), [ports]);
  // What was thrown while drawing goes through React's own handlers.
  const noteError: RouterProviderProps['onError'] = (error, { errorInfo }) => {
    if (errorInfo === undefined) logError(error);
  };
  return (
    <PortsContext value={ports}>
      <DeploymentContext value={config}>
        <Provider store={store}>
          <RecentFactsContext value={recentFacts}>
            <Appearance colorScheme={colorScheme}>
              <ErrorBoundary fallback={(caught, retry) => <FallenPart part="app" caught={caught} onRetry={retry} />}>
                <RouterProvider router={router} onError={noteError} />
              </ErrorBoundary>
            </Appearance>
          </RecentFactsContext>
        </Provider>
      </DeploymentContext>
    </PortsContext>
  );
}
