import { createTheme, type MantineThemeOverride } from '@mantine/core';

const SANS = 'Inter, "Inter Fallback", system-ui, -apple-system, "Segoe UI", Roboto, sans-serif';
const MONOSPACE = 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace';

/** Cool greys for the dark scheme, from text to the darkest background. */
const DARK = [
  '#e3e6e9',
  '#a9b1b9',
  '#8b949e',
  '#6a737d',
  '#3d444d',
  '#2d333b',
  '#20252b',
  '#16191d',
  '#101316',
  '#0b0d0f',
] as const;

/** A quiet scientific instrument: neutral greys, one accent, small radii, dense type. */
export const theme: MantineThemeOverride = createTheme({
  primaryColor: 'cyan',
  // White text on any lighter shade misses WCAG AA (4.3:1).
  primaryShade: 9,
  autoContrast: true,
  fontFamily: SANS,
  fontFamilyMonospace: MONOSPACE,
  colors: { dark: DARK },
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.125rem' },
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.5', lg: '1.5', xl: '1.5' },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
  headings: {
    fontFamily: SANS,
    fontWeight: '600',
    sizes: {
      h3: { fontSize: '1.25rem', lineHeight: '1.4' },
      h4: { fontSize: '1.125rem', lineHeight: '1.4' },
      h5: { fontSize: '0.875rem', lineHeight: '1.5' },
    },
  },
  defaultRadius: 'sm',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    // Otherwise the header of a dialog would be a second banner of the page.
    ModalHeader: { defaultProps: { role: 'none' } },
    ModalCloseButton: { defaultProps: { 'aria-label': 'Close' } },
    // The placeholder is not a valid child of an element with the role menu.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    // Buttons are quiet: `variant="filled"` is for the step that the screen is for.
    Button: { defaultProps: { variant: 'default' } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' } },
  },
});
