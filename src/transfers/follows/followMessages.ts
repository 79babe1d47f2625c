import type { UnknownAction } from '@reduxjs/toolkit';
import * as v from 'valibot';
import {
  followDismissRequested,
  followResumeRequested,
  idleTimeRequested,
  setAsideFixRequested,
  stopFollowingRequested,
} from './followsSlice';

const Text = v.pipe(v.string(), v.nonEmpty());

const Fix = v.variant('kind', [
  v.object({ kind: v.literal('rename'), newName: Text }),
  v.object({ kind: v.picklist(['upload', 'skip']) }),
]);

const Command = v.variant('type', [
  v.object({
    type: v.picklist([stopFollowingRequested.type, followResumeRequested.type, followDismissRequested.type]),
    payload: v.object({ id: Text }),
  }),
  v.object({
    type: v.literal(idleTimeRequested.type),
    payload: v.object({ id: Text, idleAfterMs: v.pipe(v.number(), v.minValue(0)) }),
  }),
  v.object({
    type: v.literal(setAsideFixRequested.type),
    payload: v.object({ id: Text, path: Text, fix: Fix }),
  }),
]);

/** A message between tabs about followed folders. */
export const FollowMessage = v.variant('kind', [
  /** The driver has stored a change of the follows. */
  v.object({ kind: v.literal('followsStored') }),
  /** A tab that does not scan the folders has stored new follows. */
  v.object({ kind: v.literal('followsAdded'), ids: v.array(Text) }),
  /** The user of such a tab issued a command. */
  v.object({ kind: v.literal('followCommand'), sponsorId: Text, userId: Text, command: Command }),
]);

export type FollowMessage = v.InferOutput<typeof FollowMessage>;

/** Returns the command as it is posted to other tabs; undefined for `followRequested`, which is stored instead. */
export function parseFollowCommand(action: UnknownAction): v.InferOutput<typeof Command> | undefined {
  const command = v.safeParse(Command, action);
  return command.success ? command.output : undefined;
}
