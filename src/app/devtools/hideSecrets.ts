/** What stands in place of a secret. */
const HIDDEN = '‹hidden›';

const SECRET_NAME = /^(a_k|s_k|ak|sk|cookies?)$|token|authorization|password|secret|signature|credential/i;
const ADDRESS = /\b(https?:\/\/[^/\s"'<>?#]+)[^\s"'<>]+/gi;
const SIGNED_TOKEN = /\beyJ[\w-]+\.[\w-]*\.[\w-]*/g;
const BEARER = /\bBearer\s+[^\s"',]+/gi;

/** Copies that were made of parts of the state: most of it is the same from one action to the next. */
const copies = new WeakMap<object, unknown>();

/**
 * The same value for DevTools to show, without anything that could be a token, a key or a presigned address: neither
 * by its name nor by its looks. The store holds no token anyway; this guards against a mistake.
 */
export function hideSecrets<Value>(value: Value): Value {
  return copyOf(value) as Value;
}

function copyOf(value: unknown): unknown {
  if (typeof value === 'string') return withoutSecrets(value);
  if (typeof value !== 'object' || value === null) return value;
  const known = copies.get(value);
  if (known !== undefined) return known;
  const copy = Array.isArray(value) ? value.map(copyOf) : copyOfRecord(value);
  copies.set(value, copy);
  return copy;
}

function copyOfRecord(record: object): object {
  const members = Object.entries(record).map(([name, value]: [string, unknown]) => {
    const isSecret = SECRET_NAME.test(name) && typeof value === 'string';
    return [name, isSecret ? HIDDEN : copyOf(value)] as const;
  });
  return Object.fromEntries(members);
}

function withoutSecrets(text: string): string {
  return text.replace(ADDRESS, `$1/${HIDDEN}`).replace(SIGNED_TOKEN, HIDDEN).replace(BEARER, `Bearer ${HIDDEN}`);
}
