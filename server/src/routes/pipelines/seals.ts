import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Type } from '@sinclair/typebox';
import { findSealFiles, type SealWithFiles } from '../../database/jobs/seals';
import { findDataset } from '../../database/projects/datasets';
import { callerOf, requireFound } from '../../http/access';
import { errorResponses, HashParams, mediaResponse } from '../../http/schemas';
import { fileNameOnDisk } from '../../names/zipNames';
import { SealKey } from '../../pipelines/seal/sealKeys';
import { writeArchive, type ArchiveEntry } from '../../zips/writeArchive';
import type { Routes } from '../services';

const KeysResponse = Type.Object(
  { keys: Type.Array(SealKey) },
  { description: 'The latest last. Earlier keys check earlier seals.' },
);
const FilesResponse = Type.Object(
  {
    sealedAt: Type.String(),
    isBroken: Type.Boolean({ description: 'The dataset has changed since.' }),
    files: Type.Record(Type.String(), Type.String()),
  },
  { description: 'The texts of the files of the latest seal, by name.' },
);
const SignedQuery = Type.Object({ expires: Type.String(), signature: Type.String() });

/** `GET /seal/keys` and `GET /seal/{hash}`: the public keys, and the files of a seal as an archive. Public, the latter with a signature. */
export const sealKeyRoutes: Routes = (app, { database, sealKeys, signer }) => {
  app.get(
    '/seal/keys',
    { schema: { summary: 'Lists the public keys that check seals', security: [], response: { 200: KeysResponse } } },
    async () => ({ keys: [...(await sealKeys.list())] }),
  );

  app.get(
    '/seal/:hash',
    {
      schema: {
        summary: 'Returns the files of a seal as an archive',
        security: [{ signature: [] }],
        params: HashParams,
        querystring: SignedQuery,
        response: { 200: mediaResponse('application/zip', 'The archive.'), ...errorResponses(403, 404) },
      },
    },
    async (request, reply) => {
      signer.verify(['seal', request.params.hash], request.query);
      const seal = requireFound(await findSealFiles(database, request.params.hash), 'seal');
      const name = encodeURIComponent(fileNameOnDisk(`${seal.dataset}-seal.zip`));
      reply.header('content-disposition', `attachment; filename*=UTF-8''${name}`);
      return reply.type('application/zip').send(await zipOf(seal));
    },
  );
};

async function zipOf({ files, sealedAt }: SealWithFiles): Promise<Buffer> {
  async function* entries(): AsyncGenerator<ArchiveEntry> {
    for (const [name, text] of Object.entries(files)) {
      const bytes = Buffer.from(text);
      const open = () => Promise.resolve({ body: Readable.from([bytes]), size: bytes.length });
      yield { name, modified: new Date(sealedAt), open };
    }
  }
  let zip = Buffer.alloc(0);
  const write = async (body: Readable) => (zip = await buffer(body)).length;
  await writeArchive(write, entries(), { signal: new AbortController().signal });
  return zip;
}

/** `GET /seal/{hash}/files`: the files of a seal, for downloads into folders. */
export const sealRoutes: Routes = (app, { database }) => {
  app.get(
    '/seal/:hash/files',
    {
      schema: {
        summary: 'Returns the files of a dataset’s latest seal',
        params: HashParams,
        response: { 200: FilesResponse, ...errorResponses(404) },
      },
      config: { hasLongResponse: true },
    },
    async (request) => {
      const { hash } = request.params;
      requireFound(await findDataset(database, callerOf(request).sponsorId, hash), 'dataset');
      const { sealedAt, isBroken, files } = requireFound(await findSealFiles(database, hash), 'seal');
      return { sealedAt, isBroken, files };
    },
  );
};
