import type { UnknownAction } from '@reduxjs/toolkit';
import * as v from 'valibot';
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

/** A message between tabs about downloads. */
export const DownloadMessage = v.variant('kind', [
  CommandMessage,
  /** The driver has carried out the command with this id and stored the list. */
  v.object({ kind: v.literal('granted'), id: Text }),
  /** The sender is the driver and ready for the commands of its user. */
  v.object({ kind: v.literal('driving') }),
  /** An archive was passed to the browser. */
  v.object({ kind: v.literal('saved'), archive: SavedArchive }),
]);

export type DownloadMessage = v.InferOutput<typeof DownloadMessage>;
export type CommandMessage = v.InferOutput<typeof CommandMessage>;

/** Returns the command as it is posted to other tabs. */
export function parseCommand(action: UnknownAction): CommandMessage['command'] | undefined {
  const command = v.safeParse(Command, action);
  return command.success ? command.output : undefined;
}
