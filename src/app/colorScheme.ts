import { isMantineColorScheme, type MantineColorSchemeManager } from '@mantine/core';
import type { ColorSchemeCookie } from '../platform/colorSchemeCookie';

/** Lets Mantine keep the chosen colour scheme in a cookie. */
export function createColorSchemeManager(cookie: ColorSchemeCookie): MantineColorSchemeManager {
  return {
    get: (fallback) => {
      const kept = cookie.read();
      return isMantineColorScheme(kept) ? kept : fallback;
    },
    set: cookie.write,
    subscribe: () => undefined,
    unsubscribe: () => undefined,
    clear: () => cookie.write('auto'),
  };
}
