import type { ThunkAction, UnknownAction } from '@reduxjs/toolkit';
import { skipToken } from '@reduxjs/toolkit/query/react';
import { useSelector } from 'react-redux';
import * as v from 'valibot';
import type { RequestFailure } from '@data-manager/domain/failures/failure';
import type { ActivityItem } from '@data-manager/domain/transfers/activityText';
import { err, ok, type Result } from '@data-manager/lib/result';
import { selectSessionOwner } from '../session/sessionSlice';
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
  /** Milliseconds since 1970. */
  readonly deletedAt: number;
  /** The time at which the server removes it permanently, milliseconds since 1970; absent if the server keeps it. */
  readonly removedAfter?: number;
}

const time: ResponseSchema<number> = v.pipe(
  v.string(),
  v.transform((text) => Date.parse(text)),
  v.number(),
  v.finite(),
);
const times = { deletedAt: time, removedAfter: v.exactOptional(time) };

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
    files: v.optional(v.array(responseObject({ key: nonEmptyString, size: nonNegativeNumber, ...times })), []),
  }),
  v.transform(({ deleted, files }) => [
    ...deleted.map(({ type, hash, name, ...when }): DeletedItem => ({ kind: type, id: hash, name, ...when })),
    ...files.map(({ key, deletedAt, ...rest }): DeletedItem => ({
      kind: 'file',
      id: key,
      name: key.slice(key.indexOf('/') + 1),
      deletedAt,
      ...('removedAfter' in rest && { removedAfter: rest.removedAfter }),
    })),
  ]),
  v.transform((items) => items.sort((left, right) => right.deletedAt - left.deletedAt)),
);

const activityList: ResponseSchema<readonly ActivityItem[]> = v.pipe(
  responseObject({
    activity: v.array(
      responseObject({
        at: time,
        userId: v.exactOptional(v.string()),
        action: v.string(),
        type: v.string(),
        name: v.string(),
        details: v.exactOptional(v.string()),
        count: v.optional(nonNegativeNumber, 1),
      }),
    ),
  }),
  v.transform(({ activity }) => activity),
);

const restoreDays = v.pipe(
  responseObject({ restore_days: nonNegativeNumber }),
  v.transform((body) => body.restore_days),
);

const activityApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Lists what can be restored. Requires the feature `deleted.list`; for members, `deleted.own`. */
    listDeleted: build.query<readonly DeletedItem[], NoArgument>({
      query: () => ({ endpoint: 'GET /deleted' }),
      responseSchema: responseOf('GET /deleted', deletedList),
      providesTags: ['Projects', 'Datasets', 'Files'],
    }),
    /** Lists jobs and renames, the latest first. Requires the feature `activity.list`. */
    listActivity: build.query<readonly ActivityItem[], NoArgument>({
      query: () => ({ endpoint: 'GET /activity' }),
      responseSchema: responseOf('GET /activity', activityList),
      providesTags: ['Projects', 'Datasets', 'Files'],
    }),
    /** The days for which a deletion can be undone; 0 for no limit. Requires the feature `deleted.days`. */
    restoreDays: build.query<number, NoArgument>({
      query: () => ({ endpoint: 'GET /config', params: [['name', 'restore_days']] }),
      responseSchema: responseOf('GET /config', restoreDays),
      extraOptions: { silent: true },
      keepUnusedDataFor: Infinity,
    }),
  }),
});

export const { useListActivityQuery, useListDeletedQuery } = activityApi;

/** Returns true if the user can see and restore deleted items. */
export function useCanListDeleted(): boolean {
  const isAdmin = useSelector(selectSessionOwner)?.isAdmin === true;
  const [listsAll, listsOwn] = [useFeature('deleted.list'), useFeature('deleted.own')];
  return isAdmin ? listsAll : listsOwn;
}

/** Returns for how many days a deletion can be undone; 0 for no limit, undefined while it is not known. */
export function useRestoreDays(): number | undefined {
  const isOffered = useFeature('deleted.days');
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
