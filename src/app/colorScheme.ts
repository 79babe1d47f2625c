import { isMantineColorScheme, type MantineColorSchemeManager } from '@mantine/core';
import type { Preferences } from '../platform/ports';

const NAME = 'color-scheme';

/** Lets Mantine keep the chosen colour scheme among the person's preferences. */
export function createColorSchemeManager(preferences: Preferences): MantineColorSchemeManager {
  return {
    get: (fallback) => {
      const kept = preferences.get(NAME);
      return isMantineColorScheme(kept) ? kept : fallback;
    },
    set: (scheme) => preferences.set(NAME, scheme),
    subscribe: () => undefined,
    unsubscribe: () => undefined,
    clear: () => preferences.set(NAME, 'auto'),
  };
}
