import type { ThunkAction, UnknownAction } from '@reduxjs/toolkit';
import { skipToken } from '@reduxjs/toolkit/query/react';
import { useMemo } from 'react';
import * as v from 'valibot';
import { deletedImages, type DeletedImage } from '@data-manager/domain/completeness/deletedImages';
import type { RequestFailure } from '@data-manager/domain/failures/failure';
import type { Act } from '@data-manager/domain/transfers/acts';
import { err, ok, type Result } from '@data-manager/lib/result';
import { api, type NoArgument } from './api';
import { baseQuery } from './baseQuery';
import { useFeature } from './configuration';
import { nonEmptyString, nonNegativeNumber, responseObject, responseOf, type ResponseSchema } from './responseSchemas';

/** Something deleted that can be restored. */
export interface DeletedItem {
  readonly kind: 'project' | 'dataset' | 'file';
  /** The hash of a project or dataset, the key of a file. */
  readonly id: string;
  /** The title of a project or dataset, the key of a file without the sponsor. */
  readonly name: string;
  /** Another file has taken its place. */
  readonly isReplaced?: true;
  /** The same for files that were deleted or replaced together. */
  readonly act?: string;
  /** All files of its act, if it is the first of several. */
  readonly together?: readonly DeletedItem[];
  /** Milliseconds since 1970. */
  readonly deletedAt: number;
  /** The time at which the server removes it permanently, milliseconds since 1970; absent if the server keeps it. */
  readonly removedAfter?: number;
}

export const time: ResponseSchema<number> = v.pipe(
  v.string(),
  v.transform((text) => Date.parse(text)),
  v.number(),
  v.finite(),
);
const times = { deletedAt: time, removedAfter: v.exactOptional(time) };
const replacing = { replaced: v.optional(v.boolean(), false), act: v.exactOptional(v.string()) };

/** Projects, datasets and files in one list, the latest deletion first. */
const deletedList: ResponseSchema<readonly DeletedItem[]> = v.pipe(
  responseObject({
    deleted: v.array(
      responseObject({
        type: v.picklist(['project', 'dataset']),
        hash: nonEmptyString,
        name: v.string(),
        ...times,
      }),
    ),
    files: v.optional(
      v.array(responseObject({ key: nonEmptyString, size: nonNegativeNumber, ...replacing, ...times })),
      [],
    ),
  }),
  v.transform(({ deleted, files }) => [
    ...deleted.map(({ type, hash, name, ...when }): DeletedItem => ({ kind: type, id: hash, name, ...when })),
    ...files.map(({ key, deletedAt, replaced, ...rest }): DeletedItem => ({
      kind: 'file',
      id: key,
      name: key.slice(key.indexOf('/') + 1),
      deletedAt,
      ...(replaced && { isReplaced: true }),
      ...('act' in rest && { act: rest.act }),
      ...('removedAfter' in rest && { removedAfter: rest.removedAfter }),
    })),
  ]),
  v.transform((items) => items.sort((left, right) => right.deletedAt - left.deletedAt)),
  v.transform((items) =>
    items.map((item) => {
      const together = items.filter(({ act }) => act !== undefined && act === item.act);
      return together.length > 1 && together[0] === item ? { ...item, together } : item;
    }),
  ),
);

const activityList: ResponseSchema<readonly Act[]> = v.pipe(
  responseObject({
    activity: v.array(
      responseObject({
        id: v.exactOptional(v.string()),
        at: time,
        since: v.exactOptional(time),
        userId: v.exactOptional(v.string()),
        userName: v.exactOptional(v.string()),
        action: v.string(),
        type: v.string(),
        name: v.string(),
        details: v.exactOptional(v.string()),
        count: v.optional(nonNegativeNumber, 1),
        isCut: v.exactOptional(v.boolean()),
      }),
    ),
  }),
  v.transform(({ activity }) => activity.map((act) => ({ ...act, since: act.since ?? act.at }))),
);

const restoreDays = v.pipe(
  responseObject({ restore_days: nonNegativeNumber }),
  v.transform((body) => body.restore_days),
);

const activityApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Lists what can be restored. Requires the feature `deleted.list`. */
    listDeleted: build.query<readonly DeletedItem[], NoArgument>({
      query: () => ({ endpoint: 'GET /deleted' }),
      responseSchema: responseOf('GET /deleted', deletedList),
      providesTags: ['Projects', 'Datasets', 'Files'],
    }),
    /** Lists what users did, the latest first. Requires the feature `activity.list`. */
    listActivity: build.query<readonly Act[], NoArgument>({
      query: () => ({ endpoint: 'GET /activity' }),
      responseSchema: responseOf('GET /activity', activityList),
      providesTags: ['Projects', 'Datasets', 'Files'],
    }),
    /** The days for which a deletion can be undone; 0 for no limit. Requires the feature `deleted.list`. */
    restoreDays: build.query<number, NoArgument>({
      query: () => ({ endpoint: 'GET /config', params: [['name', 'restore_days']] }),
      responseSchema: responseOf('GET /config', restoreDays),
      extraOptions: { silent: true },
      keepUnusedDataFor: Infinity,
    }),
  }),
});

export const { useListActivityQuery, useListDeletedQuery } = activityApi;

const NO_ITEMS: readonly DeletedItem[] = [];

/** Returns the deleted images of a folder that the user can restore. Undefined until the server has listed them, if it does. */
export function useDeletedImages(path: string): readonly DeletedImage[] | undefined {
  const canRestore = useFeature('files.restore');
  const isOffered = useFeature('deleted.list') && canRestore;
  const { data = NO_ITEMS, isLoading } = activityApi.useListDeletedQuery(isOffered ? undefined : skipToken, {
    refetchOnMountOrArgChange: true,
  });
  return useMemo(() => {
    const files = data.filter(({ kind }) => kind === 'file').map(({ id, deletedAt }) => ({ key: id, deletedAt }));
    return isLoading ? undefined : deletedImages(files, path);
  }, [data, isLoading, path]);
}

/** Returns for how many days a deletion can be undone; 0 for no limit, undefined while it is not known. */
export function useRestoreDays(): number | undefined {
  const isOffered = useFeature('deleted.list');
  return activityApi.useRestoreDaysQuery(isOffered ? undefined : skipToken).data;
}

/**
 * Requests the audit log of the sponsor as CSV. For administrators; requires the feature `audit.export`. Not an endpoint, because
 * the cache would keep the text.
 */
export function exportAudit(): ThunkAction<Promise<Result<string, RequestFailure>>, unknown, unknown, UnknownAction> {
  return async (_dispatch, _getState, extra) => {
    const request = { endpoint: 'GET /audit', accept: 'text/csv' } as const;
    const { data, error } = await baseQuery(request, { signal: new AbortController().signal, extra });
    return error === undefined ? ok(String(data)) : err(error);
  };
}
