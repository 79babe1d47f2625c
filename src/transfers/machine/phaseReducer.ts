import { original, type Draft, type PayloadAction } from '@reduxjs/toolkit';

/*
 * The events of a machine: items by id, each of them in a phase, and events that fit some of the phases.
 *
 * Problem: a response may arrive after the user has paused, cancelled or removed its transfer, in another tab or in this one. Every
 * event must change nothing then, and "nothing" must mean the same object, so that nothing is rendered, stored or recorded.
 * Idea: `on(phases, next)` names the phases that an event fits. `next` gets an item that is known to be in one of them, and returns
 * the changed item, the same item, or `REMOVED`. `events` makes the case reducers of RTK's `createSlice` of them.
 * Cost: the functions get plain objects and copy what they change. A draft of Immer would create a proxy for each item that is
 * visited, in queues of 10,000 files that have hundreds of events per second.
 */

/** Removes an item from the state. */
export const REMOVED: unique symbol = Symbol('REMOVED');

export interface ById {
  readonly id: string;
}

/** Returns the next state, or the same object if nothing changes. */
type Event<State, Payload> = (state: State, payload: Payload) => State;

/** Where a machine keeps its items. `Phases`: the type of an item in each phase. */
interface Place<State, Item> {
  readonly phaseOf: (item: Item) => string;
  readonly find: (state: State, id: string) => Item | undefined;
  /** Replaces an item, or removes it if `changed` is undefined. */
  readonly replace: (state: State, item: Item, changed?: Item) => State;
}

type PayloadOf<Reduce> = Reduce extends (state: never) => unknown
  ? undefined
  : Reduce extends (state: never, payload: infer Payload) => unknown
    ? Payload
    : never;

/** Makes a case reducer of an event. */
export function plain<State, Payload>(event: Event<State, Payload>) {
  // Immer does not descend into a frozen result.
  return (draft: Draft<State>, { payload }: PayloadAction<Payload>): State =>
    Object.freeze(event(original(draft) as State, payload));
}

/** Returns what the events of a machine are made of. */
export function phaseReducer<State, Item, Phases extends Readonly<Record<keyof Phases, Item>>>(
  place: Place<State, Item>,
) {
  /** Makes an event that names an item by `id`, and fits it in some phases. */
  function on<Phase extends keyof Phases, Payload extends ById = ById>(
    phases: readonly Phase[] | 'any',
    next: (item: Phases[Phase], payload: Payload) => Item | typeof REMOVED,
  ): Event<State, NoInfer<Payload>> {
    const fits = (item: Item): item is Phases[Phase] =>
      phases === 'any' || phases.some((phase) => phase === place.phaseOf(item));
    return (state, payload) => {
      const item = place.find(state, payload.id);
      if (item === undefined || !fits(item)) return state;
      const changed = next(item, payload);
      if (changed === item) return state;
      return changed === REMOVED ? place.replace(state, item) : place.replace(state, item, changed);
    };
  }

  /** Makes the case reducers of a slice. */
  function events<Events extends Readonly<Record<string, Event<State, never>>>>(table: Events) {
    return Object.fromEntries(Object.entries(table).map(([name, event]) => [name, plain(event)])) as {
      readonly [Name in keyof Events]: ReturnType<typeof plain<State, PayloadOf<Events[Name]>>>;
    };
  }

  return { on, events };
}

/** The state of a machine that has nothing but items, in the order in which they were requested. */
export interface Items<Item> {
  readonly items: readonly Item[];
}

type ByPhase<Item extends { readonly phase: string }> = {
  readonly [Phase in Item['phase']]: Extract<Item, { readonly phase: Phase }>;
};

/** Returns what the events of a machine are made of whose state is a list, in which `phase` discriminates the items. */
export function listReducer<Item extends ById & { readonly phase: string }>() {
  return {
    /** Appends an item, unless its id is known. */
    append: (state: Items<Item>, item: Item): Items<Item> =>
      state.items.some(({ id }) => id === item.id) ? state : { items: [...state.items, item] },
    ...phaseReducer<Items<Item>, Item, ByPhase<Item>>({
      phaseOf: ({ phase }) => phase,
      find: ({ items }, id) => items.find((item) => item.id === id),
      replace: ({ items }, item, changed) => ({
        items:
          changed === undefined
            ? items.filter((one) => one !== item)
            : items.map((one) => (one === item ? changed : one)),
      }),
    }),
  };
}
