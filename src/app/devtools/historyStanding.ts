import * as v from 'valibot';

/** Not looked at entry by entry: it has thousands, and is read with every effect. */
const List = v.custom<readonly unknown[]>((value) => Array.isArray(value));

/** The log of Redux DevTools, as its instrumentation of a store keeps it (`liftedStore.getState()`). */
const Log = v.object({
  computedStates: List,
  currentStateIndex: v.number(),
  isLocked: v.optional(v.boolean()),
  isPaused: v.optional(v.boolean()),
});
/** The same, as it was read. */
export type HistoryLog = v.InferOutput<typeof Log>;

const ComputedState = v.object({ state: v.unknown() });

/**
 * How what the app shows stands to what has happened:
 * - `present`: it is what came of the latest action;
 * - `past`: an earlier state is looked at, or the recording is paused. Actions are reduced, and seen on return;
 * - `locked`: DevTools lets no action through;
 * - `rewritten`: the latest state is none that the app came to (an import, a reset): there is no way back to it.
 */
export type HistoryStanding = 'present' | 'past' | 'locked' | 'rewritten';

/** The log; undefined for what is none. */
export function readLog(liftedState: unknown): HistoryLog | undefined {
  const log = v.safeParse(Log, liftedState);
  return log.success ? log.output : undefined;
}

/** The state after the latest action, whatever is looked at. */
export function latestState({ computedStates }: HistoryLog): unknown {
  const latest = computedStates.at(-1);
  return v.is(ComputedState, latest) ? latest.state : undefined;
}

/** @param known the state that the app came to by its own actions */
export function judgeHistory(log: HistoryLog, known: unknown): HistoryStanding {
  if (latestState(log) !== known) return 'rewritten';
  if (log.isLocked === true) return 'locked';
  const isLatest = log.currentStateIndex === log.computedStates.length - 1;
  return isLatest && log.isPaused !== true ? 'present' : 'past';
}
