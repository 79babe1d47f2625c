import { createContext, use } from 'react';
import type { Ports } from './ports';

/** The ports for components; `app/App.tsx` provides them. */
export const PortsContext = createContext<Ports | null>(null);

/** The ports. Throws outside a provider, which is a mistake of the composition root. */
export function usePorts(): Ports {
  const ports = use(PortsContext);
  if (ports === null) throw new Error('PortsContext has no provider');
  return ports;
}
