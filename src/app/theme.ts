import {
  createTheme,
  darken,
  type CSSVariablesResolver,
  type MantineTheme,
  type MantineThemeOverride,
} from '@mantine/core';

const SANS = 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif';
const MONOSPACE = 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace';

/** A quiet scientific instrument: neutral greys, one accent, small radii, dense type. */
export const theme: MantineThemeOverride = createTheme({
  primaryColor: 'cyan',
  // White words on any lighter one miss WCAG AA (4.3:1).
  primaryShade: 9,
  autoContrast: true,
  fontFamily: SANS,
  fontFamilyMonospace: MONOSPACE,
  headings: { fontFamily: SANS, fontWeight: '600' },
  defaultRadius: 'sm',
  cursorType: 'pointer',
  respectReducedMotion: true,
});

/** The colours of buttons without a filling. */
const BUTTON_COLOURS = ['cyan', 'red'] as const;

/**
 * Mantine's dimmed and error texts miss WCAG AA (3.3:1 on white, 3:1 on black), and so do its placeholders (2:1): darker in
 * the light, lighter in the dark.
 * Its buttons without a filling are nearly white in the dark, like plain text, and miss AA under the pointer.
 */
export const cssVariables: CSSVariablesResolver = ({ colors }) => ({
  variables: {},
  light: {
    '--mantine-color-cyan-filled-hover': underPointer(colors),
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
