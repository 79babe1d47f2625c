import { isAction, type DevToolsEnhancerOptions } from '@reduxjs/toolkit';
import { api } from '../../api/api';
import { PRODUCT_NAME } from '../../domain/constants';
import type { Ports } from '../../platform/ports';
import { createRedact } from '../../transfers/recorder/redact';
import { createParking, type ShownPosition } from './parking';
import { substituteAnswers } from './substituteAnswers';
import { createSummarise } from './summary';

/** Actions that the panel keeps. */
const MAX_AGE = 1_000;

/**
 * Creates the store's extension for `npm run dev`: the options of Redux DevTools, and sagas and requests that wait while
 * DevTools shows anything but the present.
 *
 * @param onMove is called when DevTools may show another action
 */
export function createDevelopmentTools(
  ports: Pick<Ports, 'random' | 'localStorage'>,
  onMove?: (shown: ShownPosition) => void,
) {
  const redact = createRedact(ports);
  const summarise = createSummarise();
  const parking = createParking({
    substitute: substituteAnswers,
    isOfRequest: (action) => isAction(action) && action.type.startsWith(`${api.reducerPath}/`),
    ...(onMove && { onMove }),
  });
  const devTools: DevToolsEnhancerOptions = {
    name: PRODUCT_NAME,
    maxAge: MAX_AGE,
    shouldHotReload: true,
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
    actionSanitizer: <Given>(action: Given): Given => summarise(action) as Given,
    stateSanitizer: <Given>(state: Given): Given => (parking.isInspected(state) ? state : (summarise(state) as Given)),
    serialize: {
      // The first call receives the whole value. Exported files pass through here as well.
      replacer: (name, value) => (name === '' ? redact(value) : value),
      // Parts of the state that occur again become references.
      options: { undefined: true },
    },
  };
  return { ...parking.extension, devTools, shown: parking.shown, returnToPresent: parking.returnToPresent };
}
