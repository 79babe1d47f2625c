import { compose } from '@reduxjs/toolkit';
import type { Crash, Ports } from '../../platform/ports';
import type { StoreExtension } from '../storeExtension';
import { createDevelopmentTools } from './developmentTools';
import { DevToolsBanner } from './DevToolsBanner';
import type { createPane } from './pane';
import { createPlaceBesideApp } from './placeBesideApp';

/**
 * Creates the development tools, and a banner in the page while DevTools shows anything but the present. Unexpected errors are
 * shown in the console unchanged, whose stacks lead to the sources.
 *
 * @param pane creates a pane in the page, if the browser has no extension
 */
export function createToolsWithBanner(ports: Ports, pane?: typeof createPane): StoreExtension {
  const render = createPlaceBesideApp();
  const { returnToPresent, latestTitle, enhancer, presentation, ...extension } = createDevelopmentTools(
    ports,
    (shown) => render(<DevToolsBanner shown={shown} onReturn={returnToPresent} />),
  );
  const onCrash = ({ consequence, error }: Crash): void => {
    // eslint-disable-next-line no-console -- for the developer
    console.error(`[data-manager] ${consequence}, after “${latestTitle()}”:`, error);
  };
  if (pane === undefined) return { ...extension, onCrash, enhancer };
  ports.log('Redux DevTools is closed. Open it in the page with Ctrl+H.');
  // DevTools is inside, where the extension would be.
  return { ...extension, onCrash, enhancer: compose(enhancer, pane(presentation)) };
}
