import * as v from 'valibot';
import type { Failure } from '../domain/failure';
import type { FileEntry } from '../domain/fileListing';
import { failed, success, type Outcome } from '../lib/outcome';
import { answer, count, text } from './answers';
import { api, readThunkExtra, toQueryResult } from './api';
import { callApi } from './callApi';
import type { ThunkExtra } from './thunkExtra';

const ENDPOINT = 'GET /manage/files';

const fileAnswer: v.GenericSchema<unknown, FileEntry> = answer({
  key: text,
  size: count,
  lastModified: v.exactOptional(v.string()),
});

const pageAnswer = v.pipe(
  v.unknown(),
  v.transform((body) => (Array.isArray(body) ? { files: body } : body)),
  answer({ files: v.array(fileAnswer), cursor: v.exactOptional(v.string()) }),
);

/** Asks page after page while a cursor comes back. */
async function listAllFiles(
  path: string,
  extra: ThunkExtra,
  signal: AbortSignal,
): Promise<Outcome<readonly FileEntry[], Failure>> {
  const files: FileEntry[] = [];
  const seenCursors = new Set<string>();
  let cursor = '';
  do {
    const params: [string, string][] = [['path', path]];
    if (cursor !== '') params.push(['cursor', cursor]);
    const page = await callApi(
      { endpoint: ENDPOINT, method: 'GET', path: '/manage/files', params },
      pageAnswer,
      extra,
      signal,
    );
    if (!page.ok) return page;
    for (const file of page.value.files) files.push(file);
    cursor = page.value.cursor ?? '';
    // A cursor that comes back a second time would page for ever.
    if (seenCursors.has(cursor)) return failed({ kind: 'bad-answer', endpoint: ENDPOINT, field: 'cursor' });
    seenCursors.add(cursor);
  } while (cursor !== '');
  return success(files);
}

const filesApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Every object below `sponsor/project[/dataset[/…]]`, all pages. */
    listFiles: build.query<readonly FileEntry[], string>({
      queryFn: async (path, { extra, signal }) =>
        toQueryResult(await listAllFiles(path, readThunkExtra(extra), signal)),
      providesTags: ['Files'],
    }),
  }),
});

export const { useListFilesQuery } = filesApi;
