import type { UnknownAction } from '@reduxjs/toolkit';
import * as v from 'valibot';
import { cancelRequested, pauseRequested, resumeRequested, retryRequested } from './fetchesSlice';

const Text = v.pipe(v.string(), v.nonEmpty());

const Command = v.object({
  type: v.picklist([pauseRequested.type, resumeRequested.type, retryRequested.type, cancelRequested.type]),
  payload: v.object({ id: Text }),
});

/** A message between tabs about fetches. */
export const FetchMessage = v.variant('kind', [
  /** The driver has stored a change of the fetches. */
  v.object({ kind: v.literal('fetchesStored') }),
  /** A tab that does not drive the fetches has stored new ones. */
  v.object({ kind: v.literal('fetchesAdded'), ids: v.array(Text) }),
  /** The user of such a tab issued a command. */
  v.object({ kind: v.literal('fetchCommand'), sponsorId: Text, userId: Text, command: Command }),
]);

export type FetchMessage = v.InferOutput<typeof FetchMessage>;

/** Returns the command as it is posted to other tabs; undefined for `fetchRequested`, which is stored instead. */
export function parseFetchCommand(action: UnknownAction): v.InferOutput<typeof Command> | undefined {
  const command = v.safeParse(Command, action);
  return command.success ? command.output : undefined;
}
