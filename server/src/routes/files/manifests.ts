import { MANIFEST_ALGORITHMS, manifestLine } from '@data-manager/domain/checksums/manifest';
import { Type } from '@sinclair/typebox';
import { oneOf } from '../../common/oneOf';
import { findChecksums, requestChecksums } from '../../database/files/checksums';
import { callerOf } from '../../http/access';
import { errorResponses, Key, mediaResponse } from '../../http/schemas';
import { untilClosed } from '../../http/untilClosed';
import { checkPath } from '../../names/keyRules';
import { listAllPages } from '../../objects/objectStore';
import type { Routes } from '../services';

const ManifestQuery = Type.Object({ path: Key, algorithm: oneOf(MANIFEST_ALGORITHMS) });
const ManifestProgress = Type.Object(
  {
    status: Type.Literal('PREPARING'),
    done: Type.Integer({ minimum: 0 }),
    total: Type.Integer({ minimum: 0 }),
  },
  { description: 'The server computes the checksums of these files before those of others. Ask again.' },
);
const TEXT = 'text/plain; charset=utf-8';

/** `GET /manage/manifest`: the checksums of the files below a path. */
export const manifestRoutes: Routes = (app, { database, objects }) => {
  app.get(
    '/manage/manifest',
    {
      schema: {
        summary: 'Returns a checksum file that `md5sum -c` or `sha256sum -c` checks',
        querystring: ManifestQuery,
        response: {
          200: mediaResponse('text/plain', 'A line for each file, with its path relative to the requested one.'),
          202: ManifestProgress,
          ...errorResponses(403),
        },
      },
      config: { hasLongResponse: true, isPatient: true },
    },
    async (request, reply) => {
      const { algorithm } = request.query;
      const path = checkPath(request.query.path, callerOf(request).sponsorId);
      const closed = untilClosed(reply);
      const lines: string[] = [];
      let total = 0;
      for await (const page of listAllPages(objects, path)) {
        closed.throwIfAborted();
        const files = page.filter(({ key }) => !key.endsWith('/'));
        const known = await findChecksums(
          database,
          files.map(({ blob }) => blob),
        );
        const unknown: string[] = [];
        for (const { key, blob } of files) {
          const checksums = known.get(blob);
          if (checksums === undefined) unknown.push(blob);
          else lines.push(manifestLine(checksums[algorithm], key.slice(path.length + 1)));
        }
        total += files.length;
        if (unknown.length > 0) await requestChecksums(database, unknown);
      }
      if (lines.length < total) {
        return reply.code(202).send({ status: 'PREPARING' as const, done: lines.length, total });
      }
      return reply.type(TEXT).send(lines.join(''));
    },
  );
};
