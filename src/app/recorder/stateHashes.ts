import { md5OfText } from '@data-manager/domain/uploads/checksums';
import type { TransferState } from '../../transfers/transferReducers';

/**
 * Hashes of the members of a state, such as `uploads.files`.
 *
 * Problem: a recording has the state before its first action and after its last one. A reducer that goes wrong in between is
 * noticed only if no later action overwrites the mistake. The state after each action would take too much space.
 * Idea: a recording keeps hashes of the members that each action changed. States share what does not change, and each object is
 * hashed once.
 * Cost: a hash names the member that differs, not the value in it.
 */
export type MemberHashes = Readonly<Record<string, string>>;

/** Two states that differ have the same hash once in 4 billion times. */
const HASH_LENGTH = 8;

/**
 * Returns a function that hashes the members of the slices of a state, except the slices that another state shares. It
 * remembers the objects that it has hashed.
 */
export function createHashMembers(): (state: TransferState, other?: TransferState) => MemberHashes {
  const known = new WeakMap<object, string>();

  /** Ignores what JSON has no text for, and the order of members. */
  const hashOf = (value: unknown): string => {
    if (typeof value !== 'object' || value === null) return JSON.stringify(value === undefined ? null : value);
    const earlier = known.get(value);
    if (earlier !== undefined) return earlier;
    const members = Array.isArray(value)
      ? value.map(hashOf)
      : Object.entries(value)
          .filter(([, member]) => member !== undefined)
          .map(([name, member]) => `${JSON.stringify(name)}:${hashOf(member)}`)
          .sort();
    const hash = md5OfText(`${Array.isArray(value) ? 'list' : 'object'} ${members.join()}`).slice(0, HASH_LENGTH);
    known.set(value, hash);
    return hash;
  };

  return (state, other) =>
    Object.fromEntries(
      Object.entries(state)
        .filter(([slice, members]) => members !== other?.[slice as keyof TransferState])
        .flatMap(([slice, members]: [string, object]) =>
          Object.entries(members)
            .filter(([, value]) => value !== undefined)
            .map(([name, value]) => [`${slice}.${name}`, hashOf(value)] as const),
        ),
    );
}

/** Returns the hashes that differ from those before. A member that is gone has an empty one. */
export function changedHashes(before: MemberHashes, after: MemberHashes): MemberHashes {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return Object.fromEntries(
    names.filter((name) => before[name] !== after[name]).map((name) => [name, after[name] ?? ''] as const),
  );
}
