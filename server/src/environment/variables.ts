import { StartupError } from '../common/errors';

/** Environment variables by name. The readers treat an empty variable as unset. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** Reads a text without surrounding white space. */
export function readText(variables: Variables, name: string, fallback: string): string {
  const value = variables[name]?.trim();
  return value === undefined || value === '' ? fallback : value;
}

/** @throws StartupError unless the value is a whole number from `min` to `max`. */
export function readInteger(
  variables: Variables,
  name: string,
  { fallback, min, max }: { readonly fallback: number; readonly min: number; readonly max: number },
): number {
  const text = readText(variables, name, String(fallback));
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < min || value > max) {
    throw new StartupError(`${name} must be a whole number from ${min} to ${max}, but is "${text}".`);
  }
  return value;
}

/** @throws StartupError unless the value is 1 or 0. */
export function readFlag(variables: Variables, name: string, fallback: '0' | '1' = '1'): boolean {
  const text = readText(variables, name, fallback);
  if (text !== '0' && text !== '1') throw new StartupError(`${name} must be 1 or 0, but is "${text}".`);
  return text === '1';
}

/**
 * Reads an absolute URL and removes slashes at its end.
 *
 * @throws StartupError unless it is http or https, without a query or fragment.
 */
export function readUrl(variables: Variables, name: string, fallback: string): string {
  const text = readText(variables, name, fallback);
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '') {
    throw new StartupError(
      `${name} must be an absolute http or https URL without a query or fragment, but is "${text}".`,
    );
  }
  return url.href.replace(/\/+$/, '');
}
