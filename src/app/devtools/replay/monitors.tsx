import { createDevTools } from '@redux-devtools/core';
import { DockMonitor } from '@redux-devtools/dock-monitor';
import { InspectorMonitor } from '@redux-devtools/inspector-monitor';
import type { LiftedStore } from '@redux-devtools/instrument';
import { SliderMonitor } from '@redux-devtools/slider-monitor';
import type { Action, UnknownAction } from '@reduxjs/toolkit';
import { useSyncExternalStore, type CSSProperties, type ReactNode } from 'react';
import * as v from 'valibot';
import classes from './replay.module.css';

/** The docked pane of Redux DevTools. Ctrl+H hides it, Ctrl+Q moves it. */
export const DOCK = {
  toggleVisibilityKey: 'ctrl-h',
  changePositionKey: 'ctrl-q',
  defaultPosition: 'right',
  defaultSize: 0.35,
  defaultIsVisible: true,
  fluid: true,
} as const;

export const inspector = <InspectorMonitor theme="inspector" invertTheme={false} />;
export const slider = <SliderMonitor hideResetButton keyboardEnabled={false} />;

export const DockedDevTools = createDevTools(<DockMonitor {...DOCK}>{inspector}</DockMonitor>);

/** The slider of Redux DevTools, for a store that `DockedDevTools` instruments. */
export const SliderDevTools = createDevTools(slider);

/** The part of DockMonitor's state that says where the pane is. `size` is its share of the window. */
const DockState = v.object({
  isVisible: v.boolean(),
  position: v.picklist(['left', 'top', 'right', 'bottom']),
  size: v.number(),
});

const MARGINS = { left: 'marginLeft', top: 'marginTop', right: 'marginRight', bottom: 'marginBottom' } as const;

type Lifted<Actions extends Action> = Pick<LiftedStore<unknown, Actions, unknown>, 'getState' | 'subscribe'>;

/** Returns the space that the docked pane takes; undefined while it is hidden. */
export function useDockMargin<Actions extends Action>(liftedStore: Lifted<Actions>) {
  const state = useSyncExternalStore(
    (onChange) => liftedStore.subscribe(onChange),
    () => liftedStore.getState().monitorState,
  );
  const dock = v.safeParse(DockState, state);
  if (!dock.success || !dock.output.isVisible) return undefined;
  const { position, size } = dock.output;
  return { side: MARGINS[position], size: `${size * 100}%` };
}

interface BesideDevToolsProps {
  readonly store: { readonly liftedStore: Lifted<UnknownAction> };
  readonly children: ReactNode;
}

/** Leaves the space that the docked pane takes, so that it covers nothing. */
export function BesideDevTools({ store: { liftedStore }, children }: BesideDevToolsProps) {
  const margin = useDockMargin(liftedStore);
  const style: CSSProperties = margin === undefined ? {} : { [margin.side]: margin.size };
  return (
    <div className={classes.beside} style={style}>
      {children}
    </div>
  );
}
