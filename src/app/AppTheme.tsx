import {
  isMantineColorScheme,
  MantineContext,
  MantineThemeProvider,
  useProviderColorScheme,
  type MantineColorSchemeManager,
} from '@mantine/core';
import { useMemo, type ReactNode } from 'react';
import type { Preferences } from '../platform/ports';
import { theme } from './theme';

interface AppThemeProps {
  readonly colorScheme: MantineColorSchemeManager;
  readonly children: ReactNode;
}

/**
 * Provides Mantine's theme. The colour scheme follows the system until the user chooses one. Mantine's own provider would
 * compute the CSS variables as well, which are in themeVariables.css.
 */
export function AppTheme({ colorScheme: manager, children }: AppThemeProps) {
  const { colorScheme, setColorScheme, clearColorScheme } = useProviderColorScheme({
    manager,
    defaultColorScheme: 'auto',
    getRootElement,
    forceColorScheme: undefined,
  });
  const context = useMemo(
    () => ({
      colorScheme,
      setColorScheme,
      clearColorScheme,
      getRootElement,
      classNamesPrefix: 'mantine',
      cssVariablesSelector: ':root',
      withStaticClasses: true,
    }),
    [colorScheme, setColorScheme, clearColorScheme],
  );
  return (
    <MantineContext value={context}>
      <MantineThemeProvider theme={theme}>{children}</MantineThemeProvider>
    </MantineContext>
  );
}

function getRootElement(): HTMLElement {
  return document.documentElement;
}

const PREFERENCE = 'color-scheme';

/** Stores the colour scheme with the user's preferences: local storage holds nothing but the session and the downloads. */
export function createColorSchemeManager(preferences: Preferences): MantineColorSchemeManager {
  return {
    get: (defaultScheme) => {
      const stored = preferences.get(PREFERENCE);
      return isMantineColorScheme(stored) ? stored : defaultScheme;
    },
    set: (scheme) => preferences.set(PREFERENCE, scheme),
    subscribe: () => undefined,
    unsubscribe: () => undefined,
    clear: () => preferences.set(PREFERENCE, 'auto'),
  };
}
