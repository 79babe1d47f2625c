import { PRODUCT_NAME } from '../../domain/constants';
import type { Ports } from '../../platform/ports';
import { createSecretHash } from '../../session/secretHash';
import { createSessionSecrets } from '../../session/sessionSecrets';
import { createParking } from './parking';

/**
 * Creates the options of Redux DevTools for `npm run dev`. Sagas wait while it shows the past. Features that would replay
 * actions are off: the list of downloads is stored as it changes, and sagas must not run twice.
 */
export function createDevelopmentTools(ports: Pick<Ports, 'log' | 'random' | 'localStorage'>) {
  const redact = createRedact(ports);
  return {
    ...createParking(ports.log),
    devTools: {
      name: PRODUCT_NAME,
      maxAge: 1_000,
      trace: false,
      shouldHotReload: false,
      features: {
        jump: true,
        lock: true,
        pause: true,
        export: true,
        import: true,
        dispatch: true,
        test: true,
        persist: false,
        skip: false,
        reorder: false,
      },
      actionSanitizer: redact,
      stateSanitizer: redact,
    },
  };
}

/**
 * Returns a function that copies a value without anything that may be a token, a key or a presigned URL. The store holds
 * no secrets; this guards against mistakes.
 */
export function createRedact(ports: Pick<Ports, 'random' | 'localStorage'>): <Value>(value: Value) => Value {
  const secrets = createSessionSecrets(ports, createSecretHash(ports));
  /** Most parts of the state are the same from one action to the next. */
  let copies = new WeakMap<object, unknown>();

  const copyOf = (value: unknown, name: string): unknown => {
    if (typeof value === 'string') return secrets.cleanMember(value, name);
    if (typeof value !== 'object' || value === null) return value;
    const existing = copies.get(value);
    if (existing !== undefined) return existing;
    const copy = Array.isArray(value)
      ? value.map((member: unknown) => copyOf(member, name))
      : Object.fromEntries(
          Object.entries(value).map(([memberName, member]: [string, unknown]) => [
            memberName,
            copyOf(member, memberName),
          ]),
        );
    copies.set(value, copy);
    return copy;
  };

  return <Value>(value: Value): Value => {
    if (secrets.learn()) copies = new WeakMap();
    return copyOf(value, '') as Value;
  };
}
