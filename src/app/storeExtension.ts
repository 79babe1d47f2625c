import type { Action, DevToolsEnhancerOptions, Dispatch, Middleware, StoreEnhancer } from '@reduxjs/toolkit';
import type { EffectMiddleware, MulticastChannel } from 'redux-saga';
import type { ThunkExtra } from '../api/baseQuery';
import type { HasFeature } from '../api/configuration';
import type { Crash } from '../platform/ports';
import type { RefreshAhead } from '../session/refreshSession';
import type { SessionAccess } from '../session/watchSession';
import type { ComparisonPort } from '../transfers/comparisons/comparisonPort';
import type { DownloadListPersistor } from '../transfers/downloads/persistDownloads';
import type { RequestedFiles } from '../transfers/fetches/requestedFiles';

/** Values that the sagas read with `getContext`. */
export interface SagaContext extends ThunkExtra {
  readonly session: SessionAccess;
  readonly refreshAhead: RefreshAhead;
  readonly downloadList: DownloadListPersistor;
  readonly requestedFiles: RequestedFiles;
  readonly comparisonWork: ComparisonPort;
  readonly hasFeature: HasFeature;
  readonly getState: () => unknown;
}

/** A debugging aid that is attached to the store. The app works the same without it. */
export interface StoreExtension {
  /** Placed innermost, so that it sees every action that reaches the reducers. */
  readonly middleware?: Middleware;
  /** Placed outermost, so that it sees thunks before they run. */
  readonly outerMiddleware?: Middleware;
  /** Replaces the dispatch that components use. */
  readonly protectDispatch?: <Given extends Dispatch>(dispatch: Given) => Given;
  readonly enhancer?: StoreEnhancer;
  readonly devTools?: DevToolsEnhancerOptions;
  /** Receives unexpected errors, which the log then leaves out. */
  readonly onCrash?: (crash: Crash) => void;
  /** Creates a middleware for the effects of all sagas from their context. */
  readonly effectMiddleware?: (context: SagaContext) => EffectMiddleware;
  /** Replaces the channel through which the sagas receive actions. */
  readonly channel?: MulticastChannel<Action>;
}
