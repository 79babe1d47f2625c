import { createContext, use } from 'react';
import type { DeploymentConfig } from '../domain/deployment/deploymentConfig';

/** The deployment's addresses for components; `app/App.tsx` provides them. */
export const DeploymentContext = createContext<DeploymentConfig | null>(null);

/** The deployment's addresses. Throws outside a provider, which is a mistake of the composition root. */
export function useDeployment(): DeploymentConfig {
  const deployment = use(DeploymentContext);
  if (deployment === null) throw new Error('DeploymentContext has no provider');
  return deployment;
}
