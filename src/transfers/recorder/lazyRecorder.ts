import type { Middleware, StoreEnhancer } from '@reduxjs/toolkit';
import type { WithRecentActions } from '../../domain/failures/errorReport';
import type { Ports } from '../../platform/ports';
import type { createRecorder } from './recorder';

type Recorder = ReturnType<typeof createRecorder>;

/** Creates the recorder as an extension of the store. Its code loads with the transfers, and it records from then on. */
export function createLazyRecorder(ports: Ports) {
  let recorder: Recorder | undefined;

  const middleware: Middleware<object, object> = (store) => (next) => {
    let record: ((action: unknown) => unknown) | undefined;
    return (action) => {
      record ??= recorder?.middleware(store)(next);
      return (record ?? next)(action);
    };
  };

  const enhancer: StoreEnhancer<WithRecentActions> = (next) => (reducer, preloadedState) => ({
    ...next(reducer, preloadedState),
    recentActions: () => recorder?.recentActions() ?? [],
  });

  return {
    middleware,
    enhancer,
    load: async (): Promise<void> => {
      const code = await import('./recorder');
      recorder ??= code.createRecorder(ports);
    },
    transferEffects: (context: { readonly ports: Ports }) => recorder?.transferEffects(context),
  };
}
