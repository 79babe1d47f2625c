import type { UnknownAction } from '@reduxjs/toolkit';
import * as v from 'valibot';
import { refreshLists } from '../../api/gateways';
import type { SessionOwner } from '../../domain/session/session';
import { call, put, type SagaOf } from '../../lib/typedEffects';
import { waitFor } from '../../lib/waitFor';
import { getPorts } from '../../platform/getPorts';
import type { ToastSeverity } from '../../platform/ports';
import { selectSessionOwner, type WithSession } from '../../session/sessionSlice';
import { placeDeleted, placeRestored } from '../deletedPlaces';
import { postToTabs } from '../postToTabs';
import {
  cancelRequested,
  clearAllRequested,
  downloadRequested,
  removeRequested,
  retryRequested,
} from './downloadsSlice';

const Text = v.pipe(v.string(), v.nonEmpty());
const ById = v.object({ id: Text });

const Command = v.variant('type', [
  v.object({
    type: v.literal(downloadRequested.type),
    payload: v.object({ path: v.union([Text, v.array(Text)]), title: v.string(), downsampled: v.boolean() }),
  }),
  v.object({ type: v.literal(removeRequested.type), payload: ById }),
  v.object({ type: v.literal(cancelRequested.type), payload: ById }),
  v.object({ type: v.literal(retryRequested.type), payload: ById }),
  v.object({ type: v.literal(clearAllRequested.type), payload: v.object({ ids: v.array(Text) }) }),
]);

/** A follower's user issued a command. */
const CommandMessage = v.object({
  kind: v.literal('command'),
  id: Text,
  sponsorId: Text,
  userId: Text,
  command: Command,
});

const SavedArchive = v.object({
  id: Text,
  title: v.string(),
  zipFileName: Text,
  downloadId: v.exactOptional(Text),
  totalSize: v.exactOptional(v.number()),
  url: Text,
  savedAt: v.number(),
  sponsorId: Text,
  userId: Text,
});

const SEVERITIES: readonly ToastSeverity[] = ['error', 'success', 'info', 'warning'];

/** A message between the tabs of a browser profile. */
export const TabMessage = v.variant('kind', [
  CommandMessage,
  /** The driver has carried out the command with this id and stored the list. */
  v.object({ kind: v.literal('granted'), id: Text }),
  /** The sender is the driver and ready for the commands of its user. */
  v.object({ kind: v.literal('driving') }),
  /** A user has signed in. */
  v.object({ kind: v.literal('signedIn') }),
  /** An archive was passed to the browser. */
  v.object({ kind: v.literal('saved'), archive: SavedArchive }),
  /** A project or dataset was deleted, or its deletion was undone. */
  v.object({ kind: v.literal('placeDeleted'), path: Text, isPermanent: v.boolean() }),
  v.object({ kind: v.literal('placeRestored'), path: Text }),
  /** A notice to show in every tab. */
  v.object({ kind: v.literal('toast'), text: Text, severity: v.picklist(SEVERITIES) }),
]);

export type TabMessage = v.InferOutput<typeof TabMessage>;
export type CommandMessage = v.InferOutput<typeof CommandMessage>;
type PlaceMessage = Extract<TabMessage, { readonly kind: 'placeDeleted' | 'placeRestored' }>;

/** Shows a toast in this tab and in all others. */
export function* toastInAllTabs(text: string, severity: ToastSeverity): SagaOf<void> {
  const ports = yield* getPorts();
  yield* call(ports.toast, text, severity);
  yield* call(postToTabs, ports, { kind: 'toast', text, severity } satisfies TabMessage);
}

/** Posts a message for the signed-in user, and again for each user who signs in later. */
export function* postForEachOwner(message: TabMessage): SagaOf<void> {
  const ports = yield* getPorts();
  let known: SessionOwner | undefined;
  for (;;) {
    known = yield* waitFor((state: WithSession) => {
      const owner = selectSessionOwner(state);
      return owner !== known && owner;
    });
    yield* call(postToTabs, ports, message);
  }
}

/** Returns the command as it is posted to other tabs. */
export function parseCommand(action: UnknownAction): CommandMessage['command'] | undefined {
  const command = v.safeParse(Command, action);
  return command.success ? command.output : undefined;
}

/** Dispatches what another tab reports about projects and datasets, and fetches the shown lists again. */
export function* receivePlaceMessage(message: PlaceMessage): SagaOf<void> {
  const { path } = message;
  if (message.kind === 'placeRestored') yield* put(placeRestored({ path, fromOtherTab: true }));
  else yield* put(placeDeleted({ path, isPermanent: message.isPermanent, fromOtherTab: true }));
  yield* call(refreshLists, ['Projects', 'Datasets', 'Files']);
}
