import type { SecretCleaner } from '../../domain/failures/secretFilter';
import { parseJson } from '../../lib/parseJson';

/*
 * What a recording keeps of a value: plain JSON without secrets. What is no JSON leaves a note of what it was, as an
 * object with the member `$`. Of values in which nothing has to go, no copy is made.
 */

/** The JSON form of a value, without secrets. */
export function keepValue(value: unknown, filter: SecretCleaner): unknown {
  return value === undefined ? { $: 'undefined' } : keep(value, '', filter);
}

/** A text that may be JSON, in texts within it too: their members are cleaned by their names. */
export function keepJsonText(text: string, filter: SecretCleaner): string {
  const parsed = parseJson(text);
  return isObject(parsed) ? JSON.stringify(keepTexts(parsed, '', filter)) : filter.clean(text);
}

function keepTexts(value: unknown, name: string, filter: SecretCleaner): unknown {
  if (typeof value === 'string' && isObject(parseJson(value))) return keepJsonText(value, filter);
  return isObject(value) ? mapMembers(value, (member, of) => keepTexts(member, of, filter)) : keep(value, name, filter);
}

function keep(value: unknown, name: string, filter: SecretCleaner): unknown {
  if (typeof value === 'string') return filter.cleanMember(value, name);
  if (typeof value === 'function') return { $: 'function' };
  if (!isObject(value)) return value;
  if (value instanceof Map) return { $: 'map', entries: keep([...value], name, filter) };
  if (value instanceof File) {
    const { size, lastModified } = value;
    return { $: 'file', name: filter.clean(value.name), size, lastModified };
  }
  return isPlain(value) ? mapMembers(value, (member, of) => keep(member, of || name, filter)) : { $: 'object' };
}

/** The same object back where no member changes. Members of lists have no name of their own. */
function mapMembers(value: object, change: (member: unknown, name: string) => unknown): unknown {
  if (Array.isArray(value)) {
    const members: readonly unknown[] = value;
    let copy: unknown[] | undefined;
    for (const [index, member] of members.entries()) {
      const changed = change(member, '');
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
