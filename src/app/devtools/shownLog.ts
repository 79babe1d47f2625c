import type { LiftedState } from '@redux-devtools/instrument';
import type { Action } from '@reduxjs/toolkit';

type Log<MonitorState> = LiftedState<unknown, Action, MonitorState>;
type Entry = Log<unknown>['actionsById'][number];

/** How actions and states are shown. */
export interface Presentation {
  readonly action: (action: Action) => unknown;
  readonly state: (state: unknown) => unknown;
}

/**
 * Creates the log that monitors in the page show. The extension passes what it shows through functions of the app, which
 * give actions titles, shorten lists and remove secrets. Monitors read the log itself, so they get a changed copy. States are
 * changed when they are read: a monitor reads two of thousands.
 */
export function createShownLog({ action: showAction, state: showState }: Presentation) {
  const entries = new WeakMap<Entry, Entry>();
  const states = new WeakMap<object, object>();

  const showEntry = (entry: Entry): Entry => {
    const known = entries.get(entry);
    if (known !== undefined) return known;
    const shown = { ...entry, action: showAction(entry.action) as Action };
    entries.set(entry, shown);
    return shown;
  };
  const showComputed = <Computed extends { readonly state: unknown }>(computed: Computed): Computed => {
    const known = states.get(computed);
    if (known !== undefined) return known as Computed;
    const shown = {
      ...computed,
      get state() {
        return showState(computed.state);
      },
    };
    states.set(computed, shown);
    return shown;
  };

  return <MonitorState>(log: Log<MonitorState>): Log<MonitorState> => ({
    ...log,
    actionsById: Object.fromEntries(Object.entries(log.actionsById).map(([id, entry]) => [id, showEntry(entry)])),
    computedStates: log.computedStates.map(showComputed),
  });
}
