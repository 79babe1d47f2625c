import type { UnknownAction } from '@reduxjs/toolkit';
import { buffers, eventChannel, type EventChannel } from 'redux-saga';
import * as v from 'valibot';
import type { Ports, ToastSeverity } from '../../platform/ports';
import {
  cancelRequested,
  clearAllRequested,
  downloadRequested,
  removeRequested,
  retryRequested,
} from './downloadsSlice';

const Text = v.pipe(v.string(), v.nonEmpty());
const ById = v.object({ id: Text });

const Wish = v.variant('type', [
  v.object({
    type: v.literal(downloadRequested.type),
    payload: v.object({ path: v.union([Text, v.array(Text)]), title: v.string(), downsampled: v.boolean() }),
  }),
  v.object({ type: v.literal(removeRequested.type), payload: ById }),
  v.object({ type: v.literal(cancelRequested.type), payload: ById }),
  v.object({ type: v.literal(retryRequested.type), payload: ById }),
  v.object({ type: v.literal(clearAllRequested.type) }),
]);

const WishMessage = v.object({ kind: v.literal('wish'), id: Text, sponsorId: Text, userId: Text, wish: Wish });

const Archive = v.object({
  id: Text,
  title: v.string(),
  zipFileName: Text,
  downloadId: v.exactOptional(Text),
  url: Text,
  savedAt: v.number(),
  sponsorId: Text,
  userId: Text,
});

const SEVERITIES: readonly ToastSeverity[] = ['error', 'success', 'info', 'warning'];

const Message = v.variant('kind', [
  WishMessage,
  /** The wish was granted and is in the stored list. */
  v.object({ kind: v.literal('granted'), id: Text }),
  /** This tab drives the downloads from now on, for whoever is signed in now. */
  v.object({ kind: v.literal('driving') }),
  /** Somebody is signed in here. */
  v.object({ kind: v.literal('signedIn') }),
  /** An archive was handed to the browser: it belongs in the history of every tab. */
  v.object({ kind: v.literal('saved'), archive: Archive }),
  /** What the person is told, whichever tab they look at. */
  v.object({ kind: v.literal('told'), text: Text, severity: v.picklist(SEVERITIES) }),
]);

/** What tabs of a profile tell each other about downloads. */
export type TabMessage = v.InferOutput<typeof Message>;
/** What a person asked for in a tab that does not drive the downloads. */
export type WishMessage = v.InferOutput<typeof WishMessage>;

/** Opens what other tabs tell. What this version of the app does not understand is left out. */
export function openTabMessages({ tabs }: Pick<Ports, 'tabs'>): EventChannel<TabMessage> {
  return eventChannel<TabMessage>(
    (emit) =>
      tabs.onMessage((told) => {
        const message = v.safeParse(Message, told);
        if (message.success) emit(message.output);
      }),
    buffers.expanding(),
  );
}

/** Tells the other tabs. */
export function tellTabs({ tabs }: Pick<Ports, 'tabs'>, message: TabMessage): void {
  tabs.post(message);
}

/** Tells the person, in this tab and in all others. */
export function toastEverywhere(ports: Pick<Ports, 'tabs' | 'toast'>, text: string, severity: ToastSeverity): void {
  ports.toast(text, severity);
  tellTabs(ports, { kind: 'told', text, severity });
}

/** A wish as other tabs understand it; undefined for what is none. */
export function asWish(action: UnknownAction): WishMessage['wish'] | undefined {
  const wish = v.safeParse(Wish, action);
  return wish.success ? wish.output : undefined;
}
