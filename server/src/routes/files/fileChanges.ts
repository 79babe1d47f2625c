import { Type } from '@sinclair/typebox';
import type { FastifyRequest } from 'fastify';
import { HttpError } from '../../common/errors';
import type { Actor } from '../../database/activity/auditLog';
import { deleteFiles, moveFiles, restoreFiles, type Move } from '../../database/files/fileChanges';
import { checkFolderCount } from '../../database/files/placementRules';
import { actorOf, callerOf, type Principal } from '../../http/access';
import { Act, errorResponses, Key } from '../../http/schemas';
import { untilClosed } from '../../http/untilClosed';
import { checkFileOrFolderKey, checkNewKey, checkObjectKey, visitInTurns } from '../../names/keyRules';
import type { Routes } from '../services';

const MAX_FILES = 1_000;
/** Enough for the longest keys with escaped characters. */
const BODY_BYTES = 8 * 1024 * 1024;

const KeysBody = Type.Object({ keys: Type.Array(Key, { minItems: 1, maxItems: MAX_FILES }) });
const RestoreBody = Type.Object({
  ...KeysBody.properties,
  act: Type.Optional(Act),
  replace: Type.Optional(
    Type.Boolean({
      description: 'A file whose key is in use again becomes a deleted file, so that this can be undone.',
    }),
  ),
});
const DeleteResponse = Type.Object(
  { deleted: Type.Array(Type.String()) },
  { description: 'The keys of the files and empty folders that existed.' },
);
const Reason = { msg: Type.String({ description: 'A message for the user.' }), code: Type.Optional(Type.String()) };
const RestoreResponse = Type.Object(
  { restored: Type.Array(Type.String()), refused: Type.Array(Type.Object({ key: Type.String(), ...Reason })) },
  { description: 'The keys of restored files, and those that can’t be restored.' },
);
const MoveBody = Type.Object({
  moves: Type.Array(Type.Object({ from: Key, to: Key }), { minItems: 1, maxItems: MAX_FILES }),
});
const MoveResponse = Type.Object(
  {
    moved: Type.Array(Type.Object({ from: Type.String(), to: Type.String() })),
    refused: Type.Array(Type.Object({ from: Type.String(), ...Reason })),
  },
  { description: 'The moves that were made, and those that were not.' },
);

/** The routes that delete, restore and move files. */
export const fileChangeRoutes: Routes = (app, { database, heavy }) => {
  const callerAndActor = (request: FastifyRequest): Actor & Pick<Principal, 'sponsorId' | 'userId'> => {
    const { sponsorId, userId } = callerOf(request);
    return { ...actorOf(request), sponsorId, userId };
  };

  const deleteSchema = {
    summary: 'Deletes files, which can be restored for some time, and empty folders (`sponsor/project/folder/`)',
    body: KeysBody,
    response: { 200: DeleteResponse, ...errorResponses(403, 429) },
  };
  app.delete('/manage/files', { schema: deleteSchema, bodyLimit: BODY_BYTES }, async (request, reply) => {
    const actor = callerAndActor(request);
    const keys = await checkEach(request.body.keys, (key) => checkFileOrFolderKey(key, actor.sponsorId));
    return { deleted: await heavy(actor.userId, () => deleteFiles(database, actor, keys), untilClosed(reply)) };
  });

  const restoreSchema = {
    summary:
      'Restores the file deleted or replaced last under each key, or by the `act`, unless the key is in use again',
    body: RestoreBody,
    response: { 200: RestoreResponse, ...errorResponses(403, 429) },
  };
  app.post('/manage/files/restore', { schema: restoreSchema, bodyLimit: BODY_BYTES }, async (request, reply) => {
    const actor = callerAndActor(request);
    const keys = await checkEach(request.body.keys, (key) => checkObjectKey(key, actor.sponsorId));
    // Before it waits for its turn.
    checkFolderCount(keys);
    const { act, replace } = request.body;
    return heavy(actor.userId, () => restoreFiles(database, actor, keys, { act, replace }), untilClosed(reply));
  });

  const moveSchema = {
    summary: 'Renames files within their project; never overwrites, and files can swap names',
    body: MoveBody,
    response: { 200: MoveResponse, ...errorResponses(403, 429) },
  };
  app.post('/manage/files/move', { schema: moveSchema, bodyLimit: BODY_BYTES }, async (request, reply) => {
    const actor = callerAndActor(request);
    const valid: Move[] = [];
    const invalid: { from: string; msg: string; code: string }[] = [];
    const seen = new Set<string>();
    const check = ({ from, to }: Move): void => {
      checkObjectKey(from, actor.sponsorId);
      const msg = seen.has(from) ? 'The file is listed more than once.' : problemOf(to, actor.sponsorId);
      seen.add(from);
      if (msg === undefined) valid.push({ from, to });
      else invalid.push({ from, msg, code: 'INVALID' });
    };
    await visitInTurns(request.body.moves, ({ from, to }) => from.length + to.length, check);
    checkFolderCount(valid.map(({ to }) => to));
    const signal = untilClosed(reply);
    const move = () => moveFiles(database, actor, valid, signal);
    const { moved, refused } = await heavy(actor.userId, move, signal);
    return { moved, refused: [...invalid, ...refused] };
  });
};

/** Checks keys in several turns of the event loop, and returns them. */
async function checkEach(keys: readonly string[], check: (key: string) => string): Promise<string[]> {
  const checked: string[] = [];
  await visitInTurns(
    keys,
    ({ length }) => length,
    (key) => void checked.push(check(key)),
  );
  return checked;
}

/** Returns why a file can't have a key. @throws HttpError 403 for a key of another sponsor. */
function problemOf(key: string, sponsorId: string): string | undefined {
  try {
    checkNewKey(key, sponsorId);
    return undefined;
  } catch (error) {
    if (error instanceof HttpError && error.status === 400) return error.msg;
    throw error;
  }
}
