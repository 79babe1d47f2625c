import * as v from 'valibot';
import type { Failure } from '../domain/failures/failure';
import { withPage, type FileListing } from '../domain/listing/listing';
import { err, ok, type Result } from '../lib/result';
import { runInSlices } from '../platform/inSlices';
import { answer } from './answers';
import { callApi } from './callApi';
import { readEntries } from './readEntries';
import type { ThunkExtra } from './thunkExtra';

const ENDPOINT = 'GET /manage/files';

/** The page around its entries; those are read on their own, since there may be a hundred thousand. */
const pageAnswer = v.pipe(
  v.unknown(),
  v.transform((body) => (Array.isArray(body) ? { files: body } : body)),
  answer({
    files: v.custom<readonly unknown[]>((files) => Array.isArray(files)),
    cursor: v.exactOptional(v.string()),
  }),
);

/** What a walk came to: all of it, or as much as there was until it failed. */
export interface Walk {
  readonly listing: FileListing;
  readonly failure?: Failure;
}

/**
 * Asks page after page, from where a listing stands on, until there is no cursor any more.
 *
 * @param tell is told of the listing after each page but the last
 */
export async function walkPages(
  path: string,
  start: FileListing,
  extra: ThunkExtra,
  signal: AbortSignal,
  tell: (listing: FileListing) => void,
): Promise<Walk> {
  const seenCursors = new Set<string>();
  let listing = start;
  for (;;) {
    const page = await askPage(path, listing.cursor, extra, signal);
    if (!page.ok) return { listing, failure: page.failure };
    const { pieces, cursor } = page.value;
    // A cursor that comes back a second time would page for ever.
    if (cursor !== undefined && seenCursors.has(cursor)) {
      return { listing, failure: { kind: 'bad-answer', endpoint: ENDPOINT, field: 'cursor' } };
    }
    listing = withPage(listing, pieces, cursor);
    if (cursor === undefined) return { listing };
    seenCursors.add(cursor);
    tell(listing);
  }
}

interface Page {
  readonly pieces: FileListing['pieces'];
  readonly cursor: string | undefined;
}

async function askPage(
  path: string,
  cursor: string | undefined,
  extra: ThunkExtra,
  signal: AbortSignal,
): Promise<Result<Page, Failure>> {
  const params: [string, string][] = [['path', path]];
  if (cursor !== undefined) params.push(['cursor', cursor]);
  const page = await callApi(
    { endpoint: ENDPOINT, method: 'GET', path: '/manage/files', params },
    pageAnswer,
    extra,
    signal,
  );
  if (!page.ok) return page;
  try {
    const pieces = await runInSlices(readEntries(page.value.files, ENDPOINT), signal);
    // An empty cursor leads nowhere.
    return pieces.ok ? ok({ pieces: pieces.value, cursor: page.value.cursor || undefined }) : pieces;
  } catch {
    return err({ kind: 'aborted' });
  }
}
