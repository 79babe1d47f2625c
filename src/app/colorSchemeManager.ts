import { isMantineColorScheme, type MantineColorSchemeManager } from '@mantine/core';
import type { Preferences } from '../platform/ports';

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
