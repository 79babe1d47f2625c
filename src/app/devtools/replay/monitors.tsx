import { createDevTools } from '@redux-devtools/core';
import { DockMonitor } from '@redux-devtools/dock-monitor';
import { InspectorMonitor } from '@redux-devtools/inspector-monitor';
import type { LiftedStore } from '@redux-devtools/instrument';
import { SliderMonitor } from '@redux-devtools/slider-monitor';
import type { UnknownAction } from '@reduxjs/toolkit';
import { useSyncExternalStore, type CSSProperties, type ReactNode } from 'react';
import * as v from 'valibot';
import classes from './replay.module.css';

/** The docked pane of Redux DevTools. Ctrl+H hides it, Ctrl+Q moves it. */
export const DockedDevTools = createDevTools(
  <DockMonitor
    toggleVisibilityKey="ctrl-h"
    changePositionKey="ctrl-q"
    defaultPosition="right"
    defaultSize={0.35}
    defaultIsVisible
    fluid
  >
    <InspectorMonitor theme="inspector" invertTheme={false} />
  </DockMonitor>,
);

/** The slider of Redux DevTools, for a store that `DockedDevTools` instruments. */
export const SliderDevTools = createDevTools(<SliderMonitor hideResetButton keyboardEnabled={false} />);

/** The part of DockMonitor's state that says where the pane is. `size` is its share of the window. */
const DockState = v.object({
  isVisible: v.boolean(),
  position: v.picklist(['left', 'top', 'right', 'bottom']),
  size: v.number(),
});

const NO_DOCK: v.InferOutput<typeof DockState> = { isVisible: false, position: 'right', size: 0 };

const MARGINS = { left: 'marginLeft', top: 'marginTop', right: 'marginRight', bottom: 'marginBottom' } as const;

interface BesideDevToolsProps {
  readonly store: {
    readonly liftedStore: Pick<LiftedStore<unknown, UnknownAction, unknown>, 'getState' | 'subscribe'>;
  };
  readonly children: ReactNode;
}

/** Leaves the space that the docked pane takes, so that it covers nothing. */
export function BesideDevTools({ store: { liftedStore }, children }: BesideDevToolsProps) {
  const state = useSyncExternalStore(
    (onChange) => liftedStore.subscribe(onChange),
    () => liftedStore.getState().monitorState,
  );
  const dock = v.safeParse(DockState, state);
  const { isVisible, position, size } = dock.success ? dock.output : NO_DOCK;
  const style: CSSProperties = isVisible ? { [MARGINS[position]]: `${size * 100}%` } : {};
  return (
    <div className={classes.beside} style={style}>
      {children}
    </div>
  );
}
