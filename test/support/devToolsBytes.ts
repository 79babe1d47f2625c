import { getLocalFilter, isFiltered, stringify } from '@redux-devtools/utils';
import type { Action, DevToolsEnhancerOptions } from '@reduxjs/toolkit';

/** Counts what Redux DevTools would serialise if it sent each listed action at once, with its state. */
export function createDevToolsCounter(options: DevToolsEnhancerOptions) {
  const hidden = getLocalFilter({ actionsDenylist: options.actionsDenylist ?? [] });
  const bytesOf = (value: unknown): number =>
    stringify(value, options.serialize as Parameters<typeof stringify>[1]).length;
  const counted = { actions: 0, bytes: 0 };
  return {
    add: (action: Action, after: unknown): void => {
      if (isFiltered(action, hidden)) return;
      counted.actions += 1;
      counted.bytes += bytesOf(options.actionSanitizer?.(action, counted.actions) ?? action);
      counted.bytes += bytesOf(options.stateSanitizer?.(after, counted.actions) ?? after);
    },
    counted: (): Readonly<typeof counted> => counted,
  };
}
