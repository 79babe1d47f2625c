import { compose } from '@reduxjs/toolkit';
import { createRoot } from 'react-dom/client';
import type { Ports } from '../../platform/ports';
import type { StoreExtension } from '../storeExtension';
import { createDevelopmentTools } from './developmentTools';
import { DevToolsBanner } from './DevToolsBanner';
import type { createDock } from './dock';

/**
 * Creates the development tools, and a banner in the page while DevTools shows anything but the present.
 *
 * @param dock creates monitors in the page, if the browser has no extension
 */
export function createToolsWithBanner(ports: Ports, dock?: typeof createDock): StoreExtension {
  const container = document.createElement('div');
  document.body.append(container);
  // Has a root of its own, because the app may show a dialog, or nothing at all, in an earlier or imported state.
  const root = createRoot(container);
  const { returnToPresent, enhancer, presentation, ...extension } = createDevelopmentTools(ports, (shown) =>
    root.render(<DevToolsBanner shown={shown} onReturn={returnToPresent} />),
  );
  // DevTools is inside, where the extension would be.
  return { ...extension, enhancer: dock === undefined ? enhancer : compose(enhancer, dock(presentation)) };
}
