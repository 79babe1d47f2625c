import { Type } from '@sinclair/typebox';
import { recordEvent, replacedText } from '../../database/activity/auditLog';
import { actorOf, callerOf } from '../../http/access';
import { Act, boundedText, Empty, errorResponses, Key, ShortText } from '../../http/schemas';
import { checkObjectKey } from '../../names/keyRules';
import { bareDigest, MAX_PARTS } from '../../storage/parts';
import type { Routes } from '../services';
import { OnlyIfAbsent, PartNumber, Replaces, UploadId } from './uploadSchemas';

/** Enough for 10,000 parts of about 120 bytes each. */
const COMPLETE_BODY_BYTES = 4 * 1024 * 1024;

/** The longest name of a client that a receipt has. */
const CLIENT_CHARACTERS = 200;

const Md5 = Type.String({ pattern: '^"?[0-9a-fA-F]{32}"?$' });
const CompleteBody = Type.Object({
  key: Key,
  uploadId: UploadId,
  parts: Type.Array(Type.Object({ PartNumber, ETag: Md5, checksum: Md5 }), { minItems: 1, maxItems: MAX_PARTS }),
  checksum: Type.String({ pattern: '^[0-9a-fA-F]{32}-[0-9]{1,5}$' }),
  lastFile: Type.Optional(Type.Boolean()),
  onlyIfAbsent: OnlyIfAbsent,
  replaces: Replaces,
  act: Type.Optional(Act),
  manifest: Type.Optional({
    ...boundedText(1_024),
    description: 'The name of the checksum file with which the file agreed. The receipt has it.',
  }),
  followedFolder: Type.Optional({
    ...boundedText(1_024),
    description: 'The name of the followed folder in which the file appeared. The receipt has it.',
  }),
  client: Type.Optional({
    ...ShortText,
    description: 'The program that has sent the file, for the receipt. By default, the header `User-Agent`.',
  }),
});
const CancelBody = Type.Object({ key: Key, uploadId: UploadId });

/** The `/upload` routes that complete and cancel uploads. */
export const endUploadRoutes: Routes = (app, { uploads }) => {
  const completeSchema = {
    summary: 'Assembles the file from its parts',
    body: CompleteBody,
    response: { 200: Empty, ...errorResponses(403, 404, 409, 507) },
  };
  app.post('/upload/complete', { schema: completeSchema, bodyLimit: COMPLETE_BODY_BYTES }, async (request) => {
    const { uploadId, onlyIfAbsent, replaces, act = request.id, manifest, followedFolder } = request.body;
    const { sponsorId, userId, token } = callerOf(request);
    const key = checkObjectKey(request.body.key, sponsorId);
    const checksum = request.body.checksum.toLowerCase();
    // The name of a token is known, what a client says of itself is not.
    const client = token?.name ?? request.body.client ?? request.headers['user-agent']?.slice(0, CLIENT_CHARACTERS);
    const parts = request.body.parts.map((part) => ({
      partNumber: part.PartNumber,
      etag: bareDigest(part.ETag),
      checksum: bareDigest(part.checksum),
    }));
    await uploads.complete({ uploadId, key }, parts, checksum, {
      onlyIfAbsent,
      replaces: replaces?.toLowerCase(),
      by: { userId, act },
      origin: { client, manifest, followedFolder },
      record: (transaction, size, replaced) => {
        const facts = [
          `${String(size)} bytes, ETag ${checksum}`,
          manifest !== undefined && `agrees with ${manifest}`,
          followedFolder !== undefined && `from the followed folder ${followedFolder}`,
          replaced !== undefined && replacedText(replaced),
        ];
        const details = facts.filter((fact) => fact !== false).join('; ');
        return recordEvent(transaction, actorOf(request), { action: 'upload', type: 'file', name: key, details });
      },
    });
    return {};
  });

  const cancelSchema = {
    summary: 'Cancels an upload; succeeds if there is none',
    body: CancelBody,
    response: { 200: Empty, ...errorResponses(403) },
  };
  app.delete('/upload/cancel', { schema: cancelSchema }, async (request) => {
    const key = checkObjectKey(request.body.key, callerOf(request).sponsorId);
    await uploads.cancel({ uploadId: request.body.uploadId, key });
    return {};
  });
};
