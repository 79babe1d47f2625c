import type { DevToolsEnhancerOptions } from '@reduxjs/toolkit';
import { PRODUCT_NAME } from '../../domain/constants';
import type { Ports } from '../../platform/ports';
import { createHideSecrets } from './hideSecrets';
import { createParking, type Parking } from './parking';

/** What `npm run dev` adds to the store; the production build has none of it. */
export interface DevelopmentTools {
  readonly devTools: DevToolsEnhancerOptions;
  readonly parking: Parking;
}

/**
 * Redux DevTools with sagas that stand still in the past. Whatever rewrites what has happened is switched off: the list
 * of downloads is stored as it changes, and no saga runs for the second time.
 */
export function createDevelopmentTools(ports: Pick<Ports, 'log' | 'random' | 'localStorage'>): DevelopmentTools {
  const hideSecrets = createHideSecrets(ports);
  return {
    devTools: {
      name: PRODUCT_NAME,
      maxAge: 1_000,
      trace: false,
      shouldHotReload: false,
      features: {
        jump: true,
        lock: true,
        pause: true,
        export: true,
        import: true,
        dispatch: true,
        test: true,
        persist: false,
        skip: false,
        reorder: false,
      },
      actionSanitizer: hideSecrets,
      stateSanitizer: hideSecrets,
    },
    parking: createParking(ports.log),
  };
}
