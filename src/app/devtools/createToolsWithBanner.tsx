import { createRoot } from 'react-dom/client';
import type { Ports } from '../../platform/ports';
import type { StoreExtension } from '../storeExtension';
import { createDevelopmentTools } from './developmentTools';
import { DevToolsBanner } from './DevToolsBanner';

/** Creates the development tools, and a banner in the page while DevTools shows anything but the present. */
export function createToolsWithBanner(ports: Ports): StoreExtension {
  const container = document.createElement('div');
  document.body.append(container);
  // Has a root of its own, because the app may show a dialog, or nothing at all, in an earlier or imported state.
  const root = createRoot(container);
  const { returnToPresent, ...extension } = createDevelopmentTools(ports, (shown) =>
    root.render(<DevToolsBanner shown={shown} onReturn={returnToPresent} />),
  );
  return extension;
}
