import { isMantineColorScheme, MantineProvider, type MantineColorSchemeManager } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Preferences } from '../platform/ports';
import { cssVariables, theme } from './theme';

interface AppThemeProps {
  readonly colorScheme: MantineColorSchemeManager;
  readonly children: ReactNode;
}

/** Provides Mantine's theme. The colour scheme follows the system until the user chooses one. */
export function AppTheme({ colorScheme, children }: AppThemeProps) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      colorSchemeManager={colorScheme}
    >
      {children}
    </MantineProvider>
  );
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
