import type { Store } from '@reduxjs/toolkit';
import * as v from 'valibot';

/** The log of Redux DevTools: `liftedStore.getState()` of an instrumented store. */
const DevToolsLog = v.looseObject({
  // Not validated entry by entry: it has thousands, and is read with every effect.
  computedStates: v.custom<readonly unknown[]>((value) => Array.isArray(value)),
  actionsById: v.custom<object>((value) => typeof value === 'object' && value !== null),
  currentStateIndex: v.number(),
  skippedActionIds: v.optional(v.custom<readonly unknown[]>((value) => Array.isArray(value))),
  isLocked: v.optional(v.boolean()),
  isPaused: v.optional(v.boolean()),
});
export type DevToolsLog = v.InferOutput<typeof DevToolsLog>;

const ComputedState = v.object({ state: v.unknown() });

type DevToolsStore = Pick<Store, 'getState' | 'dispatch' | 'subscribe'>;

const InstrumentedStore = v.object({
  liftedStore: v.custom<DevToolsStore>((value) =>
    v.is(v.object({ getState: v.function(), dispatch: v.function(), subscribe: v.function() }), value),
  ),
});

/** Access to the log of a store. */
export interface DevToolsAccess {
  readonly read: () => DevToolsLog | undefined;
  readonly dispatch: (action: { readonly type: string } & Readonly<Record<string, unknown>>) => void;
  readonly subscribe: (listener: () => void) => void;
}

/** Returns access to the log of a store; undefined if DevTools is not installed. */
export function accessDevTools(store: object): DevToolsAccess | undefined {
  const instrumented = v.safeParse(InstrumentedStore, store);
  if (!instrumented.success) return undefined;
  const { liftedStore } = instrumented.output;
  return {
    read: () => {
      const parsed = v.safeParse(DevToolsLog, liftedStore.getState());
      return parsed.success ? parsed.output : undefined;
    },
    dispatch: (action) => void liftedStore.dispatch(action),
    subscribe: (listener) => void liftedStore.subscribe(listener),
  };
}

export function lastIndexOf({ computedStates }: DevToolsLog): number {
  return computedStates.length - 1;
}

/** Returns the state after the latest action of the log. */
export function lastStateOf(log: DevToolsLog): unknown {
  const last = log.computedStates[lastIndexOf(log)];
  return v.is(ComputedState, last) ? last.state : undefined;
}

/** Returns the state that the app shows. */
export function shownStateOf({ computedStates, currentStateIndex }: DevToolsLog): unknown {
  const shown = computedStates[currentStateIndex];
  return v.is(ComputedState, shown) ? shown.state : undefined;
}
