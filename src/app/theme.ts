import {
  createTheme,
  darken,
  type CSSVariablesResolver,
  type MantineTheme,
  type MantineThemeOverride,
} from '@mantine/core';

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
});

/** The colours of buttons without a filling. */
const BUTTON_COLOURS = ['cyan', 'red'] as const;

/**
 * Quieter borders, and the contrast that WCAG AA requires: Mantine's dimmed text, error text and placeholders are too
 * light in the light scheme and too dark in the dark scheme, and so are its hovered buttons without a filling.
 */
export const cssVariables: CSSVariablesResolver = ({ colors }) => ({
  variables: {},
  light: {
    '--mantine-color-cyan-filled-hover': underPointer(colors),
    '--mantine-color-default-border': 'var(--mantine-color-gray-3)',
    '--mantine-color-dimmed': 'var(--mantine-color-gray-7)',
    '--mantine-color-placeholder': 'var(--mantine-color-dimmed)',
    '--mantine-color-error': 'var(--mantine-color-red-9)',
    ...forButtons((name) => ({
      [`--mantine-color-${name}-light`]: `var(--mantine-color-${name}-0)`,
      [`--mantine-color-${name}-light-hover`]: `var(--mantine-color-${name}-1)`,
    })),
  },
  dark: {
    '--mantine-color-cyan-filled-hover': underPointer(colors),
    '--mantine-color-default-border': 'var(--mantine-color-dark-5)',
    '--mantine-color-dimmed': 'var(--mantine-color-dark-1)',
    '--mantine-color-placeholder': 'var(--mantine-color-dimmed)',
    '--mantine-color-error': 'var(--mantine-color-red-5)',
    ...forButtons((name) => ({
      [`--mantine-color-${name}-light`]: darken(colors[name][9], 0.6),
      [`--mantine-color-${name}-light-hover`]: darken(colors[name][9], 0.5),
      [`--mantine-color-${name}-light-color`]: `var(--mantine-color-${name}-4)`,
    })),
  },
});

/** A filled button under the pointer: darker, since Mantine's own lighter one misses AA. */
function underPointer({ cyan }: MantineTheme['colors']): string {
  return darken(cyan[9], 0.15);
}

function forButtons(variables: (name: (typeof BUTTON_COLOURS)[number]) => Record<string, string>) {
  return Object.fromEntries(BUTTON_COLOURS.flatMap((name) => Object.entries(variables(name))));
}
