import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { theme } from '../theme';

/**
 * Adds a place to the page that is rendered by itself, because the app may show a dialog, or nothing at all, in an earlier or
 * imported state. It has the colours and variables of the app.
 *
 * @returns a function that renders there
 */
export function createPlaceBesideApp(): (children: ReactNode) => void {
  const container = document.createElement('div');
  document.body.append(container);
  const root = createRoot(container);
  return (children) =>
    root.render(
      <MantineProvider theme={theme} getRootElement={() => undefined} withCssVariables={false}>
        {children}
      </MantineProvider>,
    );
}
