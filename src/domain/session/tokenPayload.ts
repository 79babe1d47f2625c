import { isRecord } from '../../lib/isRecord';

/** The payload of a JWT, unverified: the server decides what a token is worth. Empty where it can't be read. */
export function readTokenPayload(token: string): Readonly<Record<string, unknown>> {
  const encoded = token.split('.')[1] ?? '';
  try {
    const bytes = Uint8Array.from(atob(encoded.replaceAll('-', '+').replaceAll('_', '/')), (char) =>
      char.charCodeAt(0),
    );
    const payload: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return isRecord(payload) ? payload : {};
  } catch {
    return {};
  }
}
