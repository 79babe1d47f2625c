import type { Json } from './browser';

/** The key of a reference to an element in the W3C protocol. */
export const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

/** Sends a command of the W3C WebDriver protocol and returns its value. */
export type Command = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown) => Promise<Json>;

/** Creates `Command` for the driver at an address. Rejects with the driver's error message. */
export function createCommand(address: string): Command {
  return async (method, path, body) => {
    const response = await fetch(address + path, {
      method,
      ...(method === 'POST' && { body: JSON.stringify(body ?? {}) }),
    });
    const { value } = (await response.json()) as { readonly value: Json };
    if (response.ok) return value;
    throw new Error(`${method} ${path}: ${JSON.stringify(value)}`);
  };
}
