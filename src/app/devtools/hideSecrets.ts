import type { Ports } from '../../platform/ports';
import { createSessionSecrets } from '../../session/sessionSecrets';

/**
 * Makes what shows a value to DevTools: the same without anything that could be a token, a key or a presigned address.
 * The store holds no token anyway; this guards against a mistake.
 */
export function createHideSecrets(ports: Pick<Ports, 'random' | 'localStorage'>): <Value>(value: Value) => Value {
  const secrets = createSessionSecrets(ports);
  /** Copies that were made of parts of the state: most of it is the same from one action to the next. */
  let copies = new WeakMap<object, unknown>();

  const copyOf = (value: unknown, name: string): unknown => {
    if (typeof value === 'string') return secrets.cleanMember(value, name);
    if (typeof value !== 'object' || value === null) return value;
    const known = copies.get(value);
    if (known !== undefined) return known;
    const copy = Array.isArray(value)
      ? value.map((member: unknown) => copyOf(member, name))
      : Object.fromEntries(Object.entries(value).map(([of, member]: [string, unknown]) => [of, copyOf(member, of)]));
    copies.set(value, copy);
    return copy;
  };

  return <Value>(value: Value): Value => {
    if (secrets.learn()) copies = new WeakMap();
    return copyOf(value, '') as Value;
  };
}
