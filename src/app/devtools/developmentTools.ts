import { createAction, isAction, type Action, type DevToolsEnhancerOptions, type Middleware } from '@reduxjs/toolkit';
import { PRODUCT_NAME } from '@data-manager/domain/constants';
import { api } from '../../api/api';
import type { Ports } from '../../platform/ports';
import { createRedact } from '../recorder/redact';
import { createActionTitles } from './actionTitles';
import { commandCreators } from './commandCreators';
import { createParking, type ShownPosition } from './parking';
import { substituteAnswers } from './substituteAnswers';
import { createSummarise } from './summary';

/** Hidden in the panel: they tell nothing and are many. */
const HIDDEN = ['^persist/', '/progressSampled$', '^api/internalSubscriptions'];

/** Set to any value in the local storage, it shows hidden actions after a reload. */
const SHOW_ALL_KEY = 'devtools-show-all';

/** Records where each action comes from: `traceChosen(true)` in the Dispatcher. */
const traceChosen = createAction<boolean>('devTools/traceChosen');

/** Actions that the panel keeps. */
export const MAX_AGE = 1_000;

/**
 * Creates the store's extension for `npm run dev`: the options of Redux DevTools, and sagas and requests that wait while
 * DevTools shows anything but the present.
 *
 * @param onMove is called when DevTools may show another action
 */
export function createDevelopmentTools(
  ports: Pick<Ports, 'clock' | 'random' | 'localStorage'>,
  onMove?: (shown: ShownPosition) => void,
) {
  const redact = createRedact(ports);
  const summarise = createSummarise();
  const parking = createParking({
    substitute: substituteAnswers,
    isOfRequest: (action) => isAction(action) && action.type.startsWith(`${api.reducerPath}/`),
    ...(onMove && { onMove }),
  });
  const titles = createActionTitles();
  let isTracing = false;
  let latest: Action | undefined;
  const times = new WeakMap<object, number>();
  const middleware: Middleware = () => (next) => (action) => {
    if (isAction(action)) {
      titles.learn(action);
      latest = action;
      times.set(action, ports.clock.now());
    }
    if (traceChosen.match(action)) isTracing = action.payload;
    return next(action);
  };
  const devTools: DevToolsEnhancerOptions = {
    name: PRODUCT_NAME,
    maxAge: MAX_AGE,
    shouldHotReload: true,
    // Costs nothing until it is chosen.
    trace: () => (isTracing ? (new Error('Dispatched').stack ?? '') : ''),
    actionsDenylist: ports.localStorage.get(SHOW_ALL_KEY) === null ? HIDDEN : [],
    actionCreators: { ...commandCreators(), [traceChosen.type]: (wanted: boolean) => traceChosen(wanted) },
    features: {
      jump: true,
      // Also shows the buttons for jumping.
      skip: true,
      lock: true,
      pause: true,
      // The page writes and reads the files, because the panel only has summaries.
      export: 'custom',
      import: 'custom',
      dispatch: true,
      test: true,
      persist: false,
      reorder: false,
    },
    actionSanitizer: <Given extends Action>(action: Given): Given => {
      // Actions of an import have not been dispatched.
      titles.learn(action);
      return {
        ...(summarise(action) as Given),
        type: titles.titleOf(action),
        actionType: action.type,
        // Otherwise the panel shows when it received the action.
        timestamp: times.get(action),
      };
    },
    stateSanitizer: <Given>(state: Given): Given => (parking.isInspected(state) ? state : (summarise(state) as Given)),
    serialize: {
      // The first call receives the whole value. Exported files pass through here as well.
      replacer: (name, value) => (name === '' ? redact(value) : value),
      // Parts of the state that occur again become references.
      options: { undefined: true },
    },
  };
  return {
    ...parking.extension,
    middleware,
    devTools,
    shown: parking.shown,
    returnToPresent: parking.returnToPresent,
    /** Returns the title of the latest action. */
    latestTitle: (): string => (latest === undefined ? 'no action' : titles.titleOf(latest)),
    /** What the pane in the page shows, as the extension does. */
    presentation: {
      action: (action: Action) => redact(devTools.actionSanitizer?.(action, 0)) as Action,
      state: (state: unknown) => redact(devTools.stateSanitizer?.(state, 0)),
    },
  };
}
