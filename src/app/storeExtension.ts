import type { Action, DevToolsEnhancerOptions, Middleware, StoreEnhancer } from '@reduxjs/toolkit';
import type { EffectMiddleware, MulticastChannel } from 'redux-saga';
import type { ThunkExtra } from '../api/baseQuery';
import type { HasFeature } from '../api/configuration';
import type { RefreshAhead } from '../session/refreshSession';
import type { DownloadListPersistor } from '../transfers/downloads/driverTab';
import type { RequestedFiles } from '../transfers/fetches/requestedFiles';

/** Values that the sagas read with `getContext`. */
export interface SagaContext extends ThunkExtra {
  readonly refreshAhead: RefreshAhead;
  readonly downloadList: DownloadListPersistor;
  readonly requestedFiles: RequestedFiles;
  readonly hasFeature: HasFeature;
  readonly getState: () => unknown;
}

/** A debugging aid that is attached to the store. The app works the same without it. */
export interface StoreExtension {
  /** Placed innermost, so that it sees every action that reaches the reducers. */
  readonly middleware?: Middleware;
  readonly enhancer?: StoreEnhancer;
  readonly devTools?: DevToolsEnhancerOptions;
  /** Loads the rest of the extension with the code of the transfers. */
  readonly load?: () => Promise<void>;
  /** For all sagas. */
  readonly effectMiddleware?: EffectMiddleware;
  /** Creates a middleware for the transfers' sagas from their context. */
  readonly transferEffects?: (context: SagaContext) => EffectMiddleware | undefined;
  /** Wraps the channel through which all sagas receive actions. */
  readonly wrapChannel?: (channel: MulticastChannel<Action>) => MulticastChannel<Action>;
}
