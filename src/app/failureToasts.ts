import { isAction, isRejectedWithValue, type Middleware } from '@reduxjs/toolkit';
import { api } from '../api/api';
import type { Failure } from '../domain/failures/failure';
import { failureNotice } from '../domain/failures/failureNotice';
import type { Ports } from '../platform/ports';
import { selectSessionOwner, type WithSession } from '../session/sessionSlice';

/** Tells the failures of cached calls by the error catalogue. While the login modal shows, it says enough. */
export function createFailureToasts(ports: Pick<Ports, 'toast' | 'log'>): Middleware<object, WithSession> {
  return (store) => (next) => (action) => {
    if (isApiFailure(action) && selectSessionOwner(store.getState()) !== undefined) {
      tell(action.payload, ports, isToldInPlace(action.meta.arg));
    }
    return next(action);
  };
}

function tell(failure: Failure, ports: Pick<Ports, 'toast' | 'log'>, isTold: boolean): void {
  const { text, channel } = failureNotice(failure);
  if (channel === 'toast' && !isTold) ports.toast(text, 'error');
  if (channel === 'log') ports.log(text);
}

/** Calls that are repeated by themselves; what shows their answers shows their failures too, without a toast each time. */
function isToldInPlace(arg: unknown): boolean {
  return typeof arg === 'object' && arg !== null && 'endpointName' in arg && arg.endpointName === 'pipelineStatus';
}

/** The endpoints reject with nothing but a `Failure`. */
function isApiFailure(
  action: unknown,
): action is { readonly type: string; readonly payload: Failure; readonly meta: { readonly arg: unknown } } {
  return isAction(action) && action.type.startsWith(`${api.reducerPath}/`) && isRejectedWithValue(action);
}
