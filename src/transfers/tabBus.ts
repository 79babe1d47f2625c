import * as v from 'valibot';
import type { SessionOwner } from '@data-manager/domain/session/session';
import { Text } from '@data-manager/domain/storedValues';
import { call, put, type SagaOf } from '@data-manager/lib/typedEffects';
import { refreshLists } from '../api/gateways';
import { getPorts } from '../platform/getPorts';
import type { ToastSeverity } from '../platform/toasts/toastPorts';
import { checkRequested } from '../session/sessionSlice';
import { waitForOtherOwner } from '../session/waitForOtherOwner';
import { placeDeleted, placeRestored } from './deletedPlaces';
import { postMessage, receiveMessages } from './machine/tabMessages';

/*
 * Problem: some messages between tabs belong to no machine. A toast, a sign-in or a deleted place concerns every tab, whatever
 * it drives.
 * Idea: one saga per tab receives them, whether the tab drives a machine or not.
 * Cost: each tab looks at every message once more.
 */

const SEVERITIES: readonly ToastSeverity[] = ['error', 'success', 'info', 'warning'];

/** A message to the other tabs of the browser profile that belongs to no machine. */
export const BusMessage = v.variant('kind', [
  /** A user has signed in. */
  v.object({ kind: v.literal('signedIn') }),
  /** A notice to show in every tab. */
  v.object({ kind: v.literal('toast'), text: Text, severity: v.picklist(SEVERITIES) }),
  /** A project or dataset was deleted, or its deletion was undone. */
  v.object({ kind: v.literal('placeDeleted'), path: Text, isPermanent: v.boolean() }),
  v.object({ kind: v.literal('placeRestored'), path: Text }),
]);

export type BusMessage = v.InferOutput<typeof BusMessage>;

/** Does what the other tabs' messages say. */
export function* receiveBusMessages(): SagaOf<void> {
  const { toast } = yield* getPorts();
  yield* receiveMessages(BusMessage, function* (message) {
    switch (message.kind) {
      case 'signedIn':
        yield* put(checkRequested());
        break;
      case 'toast':
        yield* call(toast, message.text, message.severity);
        break;
      case 'placeDeleted':
        yield* put(placeDeleted({ path: message.path, isPermanent: message.isPermanent, fromOtherTab: true }));
        yield* refreshPlaces();
        break;
      case 'placeRestored':
        yield* put(placeRestored({ path: message.path, fromOtherTab: true }));
        yield* refreshPlaces();
        break;
    }
  });
}

/** Fetches the shown lists again. */
function* refreshPlaces(): SagaOf<void> {
  yield* call(refreshLists, ['Projects', 'Datasets', 'Files']);
}

/** Shows a toast in this tab and in all others. */
export function* toastInAllTabs(text: string, severity: ToastSeverity): SagaOf<void> {
  const { toast } = yield* getPorts();
  yield* call(toast, text, severity);
  yield* postMessage({ kind: 'toast', text, severity } satisfies BusMessage);
}

/** Makes the other tabs check the session whenever a user signs in here. */
export function* announceSignIn(): SagaOf<void> {
  let owner: SessionOwner | undefined;
  for (;;) {
    owner = yield* waitForOtherOwner(owner);
    yield* postMessage({ kind: 'signedIn' } satisfies BusMessage);
  }
}
