import type { Middleware } from '@reduxjs/toolkit';
import type { RecentAction } from '../../domain/failures/errorReport';
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

  return {
    middleware,
    load: async (): Promise<void> => {
      const code = await import('./recorder');
      recorder ??= code.createRecorder(ports);
    },
    transferEffects: (context: { readonly ports: Ports }) => recorder?.transferEffects(context),
    /** Returns the latest actions of the transfers, for error reports. */
    recentActions: (): readonly RecentAction[] => recorder?.recentActions() ?? [],
  };
}
