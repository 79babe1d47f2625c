import { createDevTools } from '@redux-devtools/core';
import { DockMonitor } from '@redux-devtools/dock-monitor';
import type { EnhancedStore, LiftedStore } from '@redux-devtools/instrument';
import type { Action, StoreEnhancer } from '@reduxjs/toolkit';
import { useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { wait } from '../../platform/wait';
import { MAX_AGE } from './developmentTools';
import { DOCK, inspector, slider, useDockMargin } from './replay/monitors';
import { createShownLog, type Presentation } from './shownLog';

type Lifted = LiftedStore<unknown, Action, unknown>;

const Monitors = createDevTools(
  <DockMonitor {...DOCK} changeMonitorKey="ctrl-m">
    {inspector}
    {slider}
  </DockMonitor>,
);

/** The monitors show changes of the app at most this often, in milliseconds: rendering 1,000 actions takes long. */
const SHOW_AFTER_MS = 2_000;

/** Creates an enhancer that instruments the store and shows the monitors of Redux DevTools in a pane of the page. */
export function createDock(presentation: Presentation): StoreEnhancer {
  const instrument = Monitors.instrument({ maxAge: MAX_AGE, shouldHotReload: true, shouldCatchErrors: true });
  return (next) => (reducer, preloadedState) => {
    const store = instrument(next)(reducer, preloadedState);
    show(shownStore(store.liftedStore, presentation));
    return store;
  };
}

function shownStore(lifted: Lifted, presentation: Presentation): Lifted {
  const showLog = createShownLog(presentation);
  const listeners = new Set<() => void>();
  let shown = showLog(lifted.getState());
  let isWaiting = false;
  const update = (): void => {
    shown = showLog(lifted.getState());
    for (const listener of listeners) listener();
  };
  lifted.subscribe(() => {
    if (isWaiting) return;
    isWaiting = true;
    void wait(SHOW_AFTER_MS).then(() => {
      isWaiting = false;
      update();
    });
  });
  return {
    ...lifted,
    getState: () => shown,
    /** What the user does in a monitor is shown at once. */
    dispatch: (action) => {
      const result = lifted.dispatch(action);
      update();
      return result;
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function show(liftedStore: Lifted): void {
  const container = document.createElement('div');
  document.body.append(container);
  const store = { liftedStore } as EnhancedStore<unknown, Action, unknown>;
  createRoot(container).render(
    <>
      <Monitors store={store} />
      <RoomForDock liftedStore={liftedStore} />
    </>,
  );
}

/** Makes the app smaller, so that the pane covers nothing. */
function RoomForDock({ liftedStore }: { readonly liftedStore: Lifted }) {
  const margin = useDockMargin(liftedStore);
  useEffect(() => {
    const app = document.getElementById('root');
    if (app === null || margin === undefined) return undefined;
    app.style[margin.side] = margin.size;
    // Makes fixed elements of the app stay within it.
    app.style.transform = 'translateZ(0)';
    return () => {
      app.style[margin.side] = '';
      app.style.transform = '';
    };
  }, [margin]);
  return null;
}
