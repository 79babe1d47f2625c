import { createContext, use } from 'react';
import type { DeploymentConfig } from '@data-manager/domain/deployment/deploymentConfig';

/** Provides components with the deployment's configuration. Provided by `app/App.tsx`. */
export const DeploymentContext = createContext<DeploymentConfig | null>(null);

/** Returns the deployment's configuration. Throws outside a provider. */
export function useDeployment(): DeploymentConfig {
  const deployment = use(DeploymentContext);
  if (deployment === null) throw new Error('DeploymentContext has no provider');
  return deployment;
}
