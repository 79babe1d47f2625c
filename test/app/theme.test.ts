import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_THEME, defaultCssVariablesResolver, mergeMantineTheme } from '@mantine/core';
import { theme } from '../../src/app/theme';

type Scheme = 'light' | 'dark';
type Variables = Readonly<Record<string, string>>;

const BOTH_SCHEMES = 'html:root[data-mantine-color-scheme]';

const derived = defaultCssVariablesResolver(mergeMantineTheme(DEFAULT_THEME, theme));

/** Reads the declarations of contrast.css by selector. */
function readContrast(): Readonly<Record<string, Variables>> {
  const text = readFileSync(join(__dirname, '../../src/app/contrast.css'), 'utf8').replaceAll(/\/\*.*?\*\//gs, '');
  const rules = [...text.matchAll(/([^{}]+)\{([^}]*)\}/g)].map(([, selector = '', body = '']) => {
    const declarations = [...body.matchAll(/(--[\w-]+):([^;]+);/g)];
    const variables = declarations.map(([, variable = '', value = '']) => [variable, value.trim()] as const);
    return [selector.trim(), Object.fromEntries(variables)] as const;
  });
  return Object.fromEntries(rules);
}

/** Resolves a variable to its color. */
function colourOf(variable: string, scheme: Scheme): string {
  const own = readContrast();
  const ofScheme = `html:root[data-mantine-color-scheme='${scheme}']`;
  const layers: readonly (Variables | undefined)[] = [
    derived.variables,
    derived[scheme],
    own[BOTH_SCHEMES],
    own[ofScheme],
  ];
  const value = layers.map((layer) => layer?.[variable]).findLast((found) => found !== undefined);
  if (value === undefined) throw new Error(`There is no ${variable}.`);
  const [, next] = /^var\((.*)\)$/.exec(value) ?? [];
  return next === undefined ? value : colourOf(next, scheme);
}

/** Returns red, green and blue, 0–255. */
function channelsOf(colour: string): readonly number[] {
  const [, hex] = /^#([0-9a-f]{6}|[0-9a-f]{3})$/i.exec(colour) ?? [];
  if (hex === undefined) return (colour.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number);
  const digits = hex.length === 3 ? hex.replace(/./g, '$&$&') : hex;
  return (digits.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16));
}

/** WCAG 2.2. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(colour).map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((left, right) => right - left);
  return (light + 0.05) / (dark + 0.05);
}

describe.each(['light', 'dark'] as const)('in the %s scheme', (scheme) => {
  const body = colourOf('--mantine-color-body', scheme);

  it.each(['cyan', 'red'])('a %s button without a background is readable and differs from text', (name) => {
    const words = colourOf(`--mantine-color-${name}-light-color`, scheme);
    const underPointer = colourOf(`--mantine-color-${name}-light-hover`, scheme);
    for (const ground of [body, colourOf(`--mantine-color-${name}-light`, scheme), underPointer]) {
      expect(contrast(words, ground)).toBeGreaterThanOrEqual(4.5);
    }
    const channels = channelsOf(words);
    expect(Math.max(...channels) - Math.min(...channels)).toBeGreaterThan(100);
  });

  it.each(['dimmed', 'error', 'placeholder'])('%s text is readable', (name) => {
    expect(contrast(colourOf(`--mantine-color-${name}`, scheme), body)).toBeGreaterThanOrEqual(4.5);
  });
});
