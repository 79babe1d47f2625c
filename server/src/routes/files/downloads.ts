import { Type, type Static } from '@sinclair/typebox';
import { HttpError } from '../../common/errors';
import { oneOf } from '../../common/oneOf';
import { recordRequest } from '../../database/accounts/accessTokens';
import { recordEvent } from '../../database/activity/auditLog';
import { ARCHIVE_STATUSES } from '../../database/jobs/archives';
import { actorOf, callerOf } from '../../http/access';
import { logUnexpectedError } from '../../http/logging';
import { Empty, errorResponses, Id, Key } from '../../http/schemas';
import { untilClosed } from '../../http/untilClosed';
import { exclusiveSweep, sweepHourly } from '../../jobs/sweepHourly';
import { checkObjectKey, checkPath, visitInTurns } from '../../names/keyRules';
import { archiveName, checkZipFileName, fileNameOnDisk } from '../../names/zipNames';
import { ZipJobs, type SelectedContents } from '../../zips/zipJobs';
import type { ZipProgress } from '../../zips/zipProgress';
import type { Routes } from '../services';

/** Enough for 100,000 files with long keys. */
const SELECTION_BODY_BYTES = 64 * 1024 * 1024;
/** Minimum lifetime of an archive's URL: downloading a large one takes longer than uploading a part. */
const ARCHIVE_URL_SECONDS = 60 * 60;

/** A request waits this long for its archive, so that small archives need no poll. */
const READY_AT_ONCE_MS = 1_000;

/** More than a large project contains; folders are requested by path. */
const MAX_FILES = 200_000;

export const DownloadBody = Type.Object(
  {
    onlyDownSamples: Type.Boolean(),
    zipFileName: Type.String({ maxLength: 4_096 }),
    files: Type.Optional(Type.Array(Key, { minItems: 1, maxItems: MAX_FILES })),
    folder: Type.Optional(Key),
  },
  { description: 'Exactly one of `files` and `folder`.' },
);
const CancelBody = Type.Object({ refId: Id });
const Totals = {
  totalFiles: Type.Integer({ minimum: 0 }),
  totalSize: Type.Optional(
    Type.Integer({
      minimum: 0,
      description:
        'Bytes. For downsampled images, estimated while the archive is being prepared, and absent before the first image.',
    }),
  ),
};
const OrderResponse = Type.Object(
  { ref: Type.String(), ...Totals, url: Type.Optional(Type.String()) },
  { description: '`url` is present if the archive is ready. Otherwise it is being prepared.' },
);
const ProgressResponse = Type.Object(
  {
    status: oneOf(ARCHIVE_STATUSES),
    completedSize: Type.Integer({ minimum: 0 }),
    ...Totals,
    url: Type.Optional(Type.String()),
    msg: Type.Optional(Type.String({ description: 'The reason for a failure. The app shows a message of its own.' })),
  },
  { description: '`url` is present with `COMPLETED`, `msg` with `FAILED`.' },
);

/** The `/download` routes: request an archive, poll its progress and cancel it. */
export const downloadRoutes: Routes = (app, services) => {
  const { blobs, database, environment, objects, previews } = services;
  const jobs = new ZipJobs({
    database,
    blobs,
    previews,
    objects,
    report: (error) => {
      logUnexpectedError(app.log, error);
    },
  });
  sweepHourly(
    app,
    exclusiveSweep(database, 'archives', () => jobs.sweep()),
  );
  app.addHook('onClose', () => jobs.close());

  /** Returns the URL of an archive; undefined unless it is ready. */
  async function urlOf({ archiveId, zipFileName }: ZipProgress): Promise<string | undefined> {
    if (archiveId === undefined) return undefined;
    const seconds = Math.max(ARCHIVE_URL_SECONDS, environment.signedUrlSeconds);
    return blobs.derived.archiveUrl(archiveName(archiveId), { fileName: fileNameOnDisk(zipFileName), seconds });
  }

  const orderSchema = {
    summary: 'Requests an archive',
    body: DownloadBody,
    response: { 200: OrderResponse, ...errorResponses(403, 404, 429, 507) },
  };
  app.post('/download', { schema: orderSchema, bodyLimit: SELECTION_BODY_BYTES }, async (request, reply) => {
    const { sponsorId, token } = callerOf(request);
    const zipFileName = checkZipFileName(request.body.zipFileName);
    const contents = await contentsOf(request.body, sponsorId);
    const event = {
      action: 'download',
      type: 'archive',
      name: zipFileName,
      details: describeContents(contents),
    } as const;
    const { ref, totalFiles, totalSize } = await jobs.start(sponsorId, zipFileName, contents, {
      record: async (transaction, id) => {
        if (token !== undefined) await recordRequest(transaction, token.id, id);
        await recordEvent(transaction, actorOf(request), { ...event, id });
      },
      signal: untilClosed(reply),
    });
    const archive = await jobs.waitForEnd(sponsorId, ref, READY_AT_ONCE_MS);
    if (archive?.status === 'COMPLETED') return { ...archive, url: await urlOf(archive) };
    return { ref, totalFiles, totalSize: contents.onlyDownSamples ? undefined : totalSize };
  });

  const progressSchema = {
    summary: 'Returns the progress of an archive',
    params: Type.Object({ ref: Id }),
    response: { 200: ProgressResponse, ...errorResponses(404) },
  };
  app.get('/download/progress/:ref', { schema: progressSchema }, async (request) => {
    const progress = await jobs.progress(callerOf(request).sponsorId, request.params.ref);
    if (progress === undefined) throw new HttpError(404, 'The archive was not found.', 'NOT_FOUND');
    return { ...progress, url: await urlOf(progress) };
  });

  const cancelSchema = {
    summary: 'Cancels an archive; succeeds if there is none',
    body: CancelBody,
    response: { 200: Empty },
  };
  app.delete('/download/cancel', { schema: cancelSchema }, async (request) => {
    await jobs.cancel(callerOf(request).sponsorId, request.body.refId);
    return {};
  });
};

async function contentsOf(
  { onlyDownSamples, files, folder }: Static<typeof DownloadBody>,
  sponsorId: string,
): Promise<SelectedContents> {
  if (folder !== undefined && files === undefined) return { onlyDownSamples, folder: checkPath(folder, sponsorId) };
  if (files !== undefined && folder === undefined) {
    return { onlyDownSamples, files: await checkDistinct(files, sponsorId) };
  }
  throw new HttpError(400, 'The body must have either “files” or “folder”.');
}

/** Validates the keys of selected files in several turns of the event loop, and returns each of them once. */
async function checkDistinct(files: readonly string[], sponsorId: string): Promise<readonly string[]> {
  const distinct = new Set<string>();
  await visitInTurns(
    files,
    ({ length }) => length,
    (key) => void distinct.add(checkObjectKey(key, sponsorId)),
  );
  return [...distinct];
}

/** Describes a selection for the audit log. Many files are described by their number and their first key. */
function describeContents(contents: SelectedContents): string {
  const size = contents.onlyDownSamples ? ', downsampled' : '';
  if ('folder' in contents) return `${contents.folder}/${size}`;
  const [first = ''] = contents.files;
  const others = contents.files.length - 1;
  return `${first}${others === 0 ? '' : ` and ${String(others)} more files`}${size}`;
}
