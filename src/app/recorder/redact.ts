import { createSaltedHash } from '@data-manager/domain/failures/saltedHash';
import type { SecretCleaner } from '@data-manager/domain/failures/secretFilter';
import { parseJson } from '@data-manager/lib/parseJson';
import type { Ports } from '../../platform/ports';
import { createSessionSecrets } from '../../session/sessionSecrets';

/** Lists of objects, and the same lists without secrets. */
type RedactedLists = WeakMap<object, unknown>;

/** JSON omits `undefined` members of objects, but turns those of lists into `null`. */
const UNDEFINED = { $: 'undefined' };

interface Redaction extends SecretCleaner {
  readonly lists: RedactedLists;
}

/**
 * Creates the one filter for all that leaves the memory of the page for developers: recordings and Redux DevTools. The
 * filter knows the secrets of the current session.
 */
export function createRedact(ports: Pick<Ports, 'random' | 'localStorage'>): (value: unknown) => unknown {
  const { random } = ports;
  // Each filter marks the same secret differently.
  const hash = createSaltedHash(() => `${random.fraction()} ${random.fraction()}`);
  const secrets = createSessionSecrets(ports, hash);
  let lists: RedactedLists = new WeakMap();
  return (value) => {
    if (typeof value === 'number' || typeof value === 'boolean') return value;
    if (secrets.learn()) lists = new WeakMap();
    return redact(value, secrets, lists);
  };
}

/**
 * Returns a value as plain JSON without secrets. What JSON can't represent becomes an object with the member `$`, which
 * names its kind. Values without secrets are not copied.
 * @param lists lists of objects that this filter has redacted. They are not searched again; new lists are added.
 */
export function redact(value: unknown, filter: SecretCleaner, lists: RedactedLists = new WeakMap()): unknown {
  if (value === undefined) return UNDEFINED;
  const redaction: Redaction = { ...filter, lists };
  return typeof value === 'string' ? redactJsonText(value, redaction) : redactMember(value, '', redaction);
}

/** Cleans texts that are JSON member by member, also where they contain further texts that are JSON. */
function redactJsonText(text: string, filter: Redaction): string {
  const parsed = parseJson(text);
  return isObject(parsed) ? JSON.stringify(redactTexts(parsed, '', filter)) : filter.clean(text);
}

function redactTexts(value: unknown, name: string, filter: Redaction): unknown {
  if (typeof value === 'string' && isObject(parseJson(value))) return redactJsonText(value, filter);
  return isObject(value)
    ? mapMembers(value, (member, memberName) => redactTexts(member, memberName, filter))
    : redactMember(value, name, filter);
}

function redactMember(value: unknown, name: string, filter: Redaction): unknown {
  if (typeof value === 'string') return filter.cleanMember(value, name);
  if (typeof value === 'function') return { $: 'function' };
  if (!isObject(value)) return value;
  if (value instanceof Map) return { $: 'map', entries: redactMember([...value], name, filter) };
  if (value instanceof File) {
    const { size, lastModified } = value;
    return { $: 'file', name: filter.clean(value.name), size, lastModified };
  }
  if (!isPlain(value)) return { $: 'object' };
  const known = filter.lists.get(value);
  if (known !== undefined) return known;
  const redacted = mapMembers(value, (member, memberName) => redactMember(member, memberName || name, filter));
  if (isListOfObjects(value)) filter.lists.set(value, redacted);
  return redacted;
}

/** The texts in other lists are redacted by the name of the list. */
function isListOfObjects(value: object): boolean {
  return Array.isArray(value) && value.every((element) => isObject(element) && !Array.isArray(element));
}

/** Copies an object only if a member changes. Elements of arrays have no name. */
function mapMembers(value: object, change: (member: unknown, name: string) => unknown): unknown {
  if (Array.isArray(value)) {
    const members: readonly unknown[] = value;
    let copy: unknown[] | undefined;
    for (const [index, member] of members.entries()) {
      const changed = member === undefined ? UNDEFINED : change(member, '');
      if (changed !== member) (copy ??= members.slice())[index] = changed;
    }
    return copy ?? value;
  }
  let copy: Record<string, unknown> | undefined;
  for (const [name, member] of Object.entries(value)) {
    const changed = change(member, name);
    if (changed !== member) (copy ??= { ...value })[name] = changed;
  }
  return copy ?? value;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return Array.isArray(value) || prototype === null || Object.getPrototypeOf(prototype) === null;
}
