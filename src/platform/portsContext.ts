import { createContext, use } from 'react';
import type { Ports } from './ports';

/** Provides components with the ports. Provided by `app/App.tsx`. */
export const PortsContext = createContext<Ports | null>(null);

/** Returns the ports. Throws outside a provider. */
export function usePorts(): Ports {
  const ports = use(PortsContext);
  if (ports === null) throw new Error('PortsContext has no provider');
  return ports;
}
