import type { UnknownAction } from '@reduxjs/toolkit';
import type { Recording } from '../../src/app/devtools/replay/parseRecording';
import { hashStates } from '../../src/app/recorder/recordingFile';
import { changedHashes, createHashMembers } from '../../src/app/recorder/stateHashes';
import { transferReducer, type TransferState } from '../../src/transfers/transferReducers';

/** An action with the states around it. */
export interface Step {
  readonly action: UnknownAction;
  readonly before: TransferState;
  readonly after: TransferState;
}

/** Applies the recorded actions to the recorded state, one after the other. */
export function replayReducers(
  { before, actions }: Pick<Recording, 'before' | 'actions'>,
  reduce = transferReducer,
): readonly Step[] {
  let state = before;
  return actions.map((action) => {
    const step = { action, before: state, after: reduce(state, action) };
    state = step.after;
    return step;
  });
}

/** The first action after which the state differs from the recorded one. */
export interface FirstDifference {
  /** From 0. */
  readonly index: number;
  readonly type: string;
  /** The members that differ, such as `uploads.files`. */
  readonly members: readonly string[];
  readonly differences: readonly Difference[];
}

/**
 * Compares the states after each action by their hashes. The recorded value of a member is one of another state with the
 * same hash: usually the one before the action, or the last one.
 */
export function findFirstDifference(
  { before, actions, hashes, after }: Pick<Recording, 'before' | 'actions' | 'hashes' | 'after'>,
  reduce = transferReducer,
): FirstDifference | undefined {
  const now = [...hashStates(before, actions, reduce)];
  const index = now.findIndex((changed, at) => Object.keys(changedHashes(hashes[at] ?? {}, changed)).length > 0);
  const action = actions[index];
  if (action === undefined) return undefined;
  const recorded = hashes[index] ?? {};
  const members = Object.keys(changedHashes(recorded, now[index] ?? {}));
  const steps = replayReducers({ before, actions }, reduce);
  const hashMembers = createHashMembers();
  const states = [before, after, ...steps.map((step) => step.after)];
  const differences = members.flatMap((member) => {
    // A member that has not changed has no hash.
    const hash = recorded[member] ?? hashMembers(steps[index]?.before ?? before)[member];
    const state = states.find((one) => hashMembers(one)[member] === hash);
    const value =
      state === undefined ? `a value of which the recording has only the hash ${hash}` : memberOf(state, member);
    return compare(value, memberOf(steps[index]?.after ?? before, member), member);
  });
  return { index, type: action.type, members, differences };
}

/** Returns the value of a member such as `uploads.files`. */
function memberOf(state: object, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((value, name) => (isObject(value) ? Reflect.get(value, name) : undefined), state);
}

/** Compares the state after the last action with the recorded one. */
export function compareFinalState(recording: Recording, steps: readonly Step[]): readonly Difference[] {
  return findDifferences(recording.after, steps.at(-1)?.after ?? recording.before);
}

/** A path at which two values differ. Undefined means that there is no value. */
export interface Difference {
  readonly path: string;
  readonly expected: unknown;
  readonly actual: unknown;
}

/** Compares two JSON values. The order of members is ignored, and so are undefined members. */
export function findDifferences(expected: unknown, actual: unknown): readonly Difference[] {
  return compare(expected, actual, '');
}

function compare(expected: unknown, actual: unknown, path: string): readonly Difference[] {
  if (Object.is(expected, actual)) return [];
  if (!isObject(expected) || !isObject(actual) || Array.isArray(expected) !== Array.isArray(actual)) {
    return [{ path, expected, actual }];
  }
  const left = new Map<string, unknown>(Object.entries(expected));
  const right = new Map<string, unknown>(Object.entries(actual));
  return [...new Set([...left.keys(), ...right.keys()])].flatMap((name) =>
    compare(left.get(name), right.get(name), path === '' ? name : `${path}.${name}`),
  );
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** Longer values are cut off: a queue may have 10,000 files. */
const MAX_VALUE_LENGTH = 1_000;

/** Formats a difference in two lines, as `diff` does. */
export function formatDifference({ path, expected, actual }: Difference): readonly string[] {
  const format = (value: unknown): string => {
    const text = value === undefined ? '(nothing)' : JSON.stringify(value);
    return text.length > MAX_VALUE_LENGTH ? `${text.slice(0, MAX_VALUE_LENGTH)} …` : text;
  };
  const place = path === '' ? '' : `${path}: `;
  return [`- ${place}${format(expected)}`, `+ ${place}${format(actual)}`];
}
