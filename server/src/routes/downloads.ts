import { Type, type Static } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { HttpFailure } from '../failure';
import { checkObjectKey, checkPath } from '../objects/keyRules';
import { presentObjects } from '../presentObjects';
import { logUnforeseen } from '../requestLogging';
import type { Services } from '../services';
import type { ZipSelection } from '../zips/zipContents';
import { checkZipFileName, fileNameOnDisk } from '../zips/zipFileName';
import { createZipJobs } from '../zips/zipJobs';
import { callerOf } from './callerOf';
import { Empty, Id, Key, refusals } from './schemas';
import { sweepHourly } from './sweepHourly';

/** A selection of 100,000 files with long keys. */
const SELECTION_BODY_BYTES = 64 * 1024 * 1024;
/** An archive's address is good for an hour at least, whatever is set for parts: large ones take long to fetch. */
const ARCHIVE_URL_SECONDS = 60 * 60;

/** More than a project of many datasets holds; a folder is asked for by its path. */
const MAX_FILES = 200_000;

const DownloadBody = Type.Object(
  {
    onlyDownSamples: Type.Boolean(),
    zipFileName: Type.String({ maxLength: 4_096 }),
    files: Type.Optional(Type.Array(Key, { minItems: 1, maxItems: MAX_FILES })),
    folder: Type.Optional(Key),
  },
  { description: 'Either `files` or `folder`.' },
);
const CancelBody = Type.Object({ refId: Id });
const Totals = { totalFiles: Type.Integer({ minimum: 0 }), totalSize: Type.Integer({ minimum: 0 }) };
const OrderAnswer = Type.Object({ ref: Type.String(), ...Totals }, { description: 'The archive is being prepared.' });
const ProgressAnswer = Type.Object(
  {
    status: Type.Union([Type.Literal('PREPARING'), Type.Literal('COMPLETED'), Type.Literal('FAILED')]),
    completedSize: Type.Integer({ minimum: 0 }),
    ...Totals,
    url: Type.Optional(Type.String()),
    msg: Type.Optional(
      Type.String({ description: 'Why it failed, for people, as in a refusal. The app says it in words of its own.' }),
    ),
  },
  { description: '`url` with `COMPLETED`, `msg` with `FAILED`.' },
);

/** The calls that order an archive, ask how far it is, and cancel it. */
export async function downloadRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const { environment, folder, previews, signer } = services;
  const jobs = createZipJobs({
    folder,
    previews,
    objectsOf: (sponsorId) => presentObjects(services, sponsorId),
    report: (error) => {
      logUnforeseen(app.log, error);
    },
  });
  await jobs.resume();
  await sweepHourly(app, () => jobs.sweep());
  app.addHook('onClose', () => jobs.close());

  app.post<{ Body: Static<typeof DownloadBody> }>(
    '/download',
    {
      schema: {
        summary: 'Orders an archive',
        body: DownloadBody,
        response: { 200: OrderAnswer, ...refusals(403, 404, 507) },
      },
      bodyLimit: SELECTION_BODY_BYTES,
    },
    async (request) => {
      const sponsorId = callerOf(request).sponsorId;
      const zipFileName = checkZipFileName(request.body.zipFileName);
      const { ref, totalFiles, totalSize } = await jobs.start(
        sponsorId,
        zipFileName,
        selectionOf(request.body, sponsorId),
      );
      return { ref, totalFiles, totalSize };
    },
  );

  const progressSchema = {
    summary: 'How far an archive is',
    params: Type.Object({ ref: Id }),
    response: { 200: ProgressAnswer, ...refusals(404) },
  };
  app.get<{ Params: { ref: string } }>('/download/progress/:ref', { schema: progressSchema }, (request) => {
    const { ref } = request.params;
    const progress = jobs.progress(callerOf(request).sponsorId, ref);
    if (progress === undefined) throw new HttpFailure(404, 'There is no archive of this reference.', 'NOT_FOUND');
    const { zipFileName, status, completedSize, totalFiles, totalSize, msg } = progress;
    const told = { status, completedSize, totalFiles, totalSize, ...(msg === undefined ? {} : { msg }) };
    if (status !== 'COMPLETED') return Promise.resolve(told);
    const seconds = Math.max(ARCHIVE_URL_SECONDS, environment.signedUrlSeconds);
    const fileName = fileNameOnDisk(zipFileName);
    const query = signer.sign(['archive', ref, fileName], seconds);
    const url = `${environment.publicUrl}/archives/${ref}/${encodeURIComponent(fileName)}?${query}`;
    return Promise.resolve({ ...told, url });
  });

  app.delete<{ Body: Static<typeof CancelBody> }>(
    '/download/cancel',
    { schema: { summary: 'Cancels an archive; none there is no error', body: CancelBody, response: { 200: Empty } } },
    async (request) => {
      await jobs.cancel(callerOf(request).sponsorId, request.body.refId);
      return {};
    },
  );
}

function selectionOf({ onlyDownSamples, files, folder }: Static<typeof DownloadBody>, sponsorId: string): ZipSelection {
  if (folder !== undefined && files === undefined) return { onlyDownSamples, folder: checkPath(folder, sponsorId) };
  if (files !== undefined && folder === undefined) {
    return { onlyDownSamples, files: files.map((key) => checkObjectKey(key, sponsorId)) };
  }
  throw new HttpFailure(400, 'The body wants either files or folder.');
}
