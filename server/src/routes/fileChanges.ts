import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox';
import { Type } from '@sinclair/typebox';
import type { FastifyRequest } from 'fastify';
import { callerOf, type Principal } from '../access';
import { actorOf, type Actor } from '../database/auditLog';
import { deleteFiles, moveFiles, restoreFiles, type Move } from '../database/fileChanges';
import { checkFolderCount } from '../database/placementRules';
import { HttpError } from '../errors';
import { checkFileOrFolderKey, checkNewKey, checkObjectKey, visitInTurns } from '../objects/keyRules';
import type { Services } from '../services';
import { untilClosed } from '../untilClosed';
import { errorResponses, Key } from './schemas';

const MAX_FILES = 1_000;
/** Enough for the longest keys with escaped characters. */
const BODY_BYTES = 8 * 1024 * 1024;

const KeysBody = Type.Object({ keys: Type.Array(Key, { minItems: 1, maxItems: MAX_FILES }) });
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
export const fileChangeRoutes: FastifyPluginCallbackTypebox<Services> = (app, { database, heavy }, done) => {
  const callerAndActor = (request: FastifyRequest): Actor & Pick<Principal, 'sponsorId' | 'userId'> => {
    const { sponsorId, userId } = callerOf(request);
    return { ...actorOf(request), sponsorId, userId };
  };

  app.delete(
    '/manage/files',
    {
      schema: {
        summary: 'Deletes files, which can be restored for some time, and empty folders (`sponsor/project/folder/`)',
        body: KeysBody,
        response: { 200: DeleteResponse, ...errorResponses(403, 429) },
      },
      bodyLimit: BODY_BYTES,
    },
    async (request, reply) => {
      const actor = callerAndActor(request);
      const keys = await checkEach(request.body.keys, (key) => checkFileOrFolderKey(key, actor.sponsorId));
      return { deleted: await heavy(actor.userId, () => deleteFiles(database, actor, keys), untilClosed(reply)) };
    },
  );

  app.post(
    '/manage/files/restore',
    {
      schema: {
        summary: 'Restores the file deleted last under each key, unless the key is in use again',
        body: KeysBody,
        response: { 200: RestoreResponse, ...errorResponses(403, 429) },
      },
      bodyLimit: BODY_BYTES,
    },
    async (request, reply) => {
      const actor = callerAndActor(request);
      const keys = await checkEach(request.body.keys, (key) => checkObjectKey(key, actor.sponsorId));
      // Before it waits for its turn.
      checkFolderCount(keys);
      return heavy(actor.userId, () => restoreFiles(database, actor, keys), untilClosed(reply));
    },
  );

  app.post(
    '/manage/files/move',
    {
      schema: {
        summary: 'Renames files within their project; never overwrites, and files can swap names',
        body: MoveBody,
        response: { 200: MoveResponse, ...errorResponses(403, 429) },
      },
      bodyLimit: BODY_BYTES,
    },
    async (request, reply) => {
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
    },
  );
  done();
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
