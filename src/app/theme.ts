import { createTheme, type CSSVariablesResolver, type MantineThemeOverride } from '@mantine/core';

const SANS = 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif';
const MONOSPACE = 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace';

/** A quiet scientific instrument: neutral greys, one accent, small radii, dense type. */
export const theme: MantineThemeOverride = createTheme({
  primaryColor: 'cyan',
  // Dark enough on white, light enough on black, for WCAG AA.
  primaryShade: { light: 9, dark: 8 },
  autoContrast: true,
  fontFamily: SANS,
  fontFamilyMonospace: MONOSPACE,
  headings: { fontFamily: SANS, fontWeight: '600' },
  defaultRadius: 'sm',
  cursorType: 'pointer',
  respectReducedMotion: true,
});

/** Mantine's dimmed and error texts miss WCAG AA (3.3:1 on white, 3:1 on black): darker in the light, lighter in the dark. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': 'var(--mantine-color-gray-7)',
    '--mantine-color-error': 'var(--mantine-color-red-9)',
  },
  dark: {
    '--mantine-color-dimmed': 'var(--mantine-color-dark-1)',
    '--mantine-color-error': 'var(--mantine-color-red-5)',
  },
});
