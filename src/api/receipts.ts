import * as v from 'valibot';
import type { RequestFailure } from '@data-manager/domain/failures/failure';
import type { Receipt } from '@data-manager/domain/transfers/receipts';
import { err, ok, type Result } from '@data-manager/lib/result';
import { time } from './activity';
import { api } from './api';
import type { ApiRequest, ApiResponse } from './baseQuery';
import { nonEmptyString, nonNegativeNumber, parseResponse, responseObject } from './responseSchemas';

/** Pages of 1,000 receipts, or of 10,000 parts. Older receipts are listed with a narrower path. */
const LISTED_PAGES = 5;

const ENDPOINT = 'GET /receipts';
const optionalText = v.exactOptional(v.string());

const pageSchema = responseObject({
  receipts: v.array(
    responseObject({
      id: optionalText,
      key: nonEmptyString,
      formerKey: optionalText,
      size: nonNegativeNumber,
      checksum: nonEmptyString,
      parts: v.array(responseObject({ size: v.exactOptional(nonNegativeNumber), md5: nonEmptyString })),
      userId: optionalText,
      userName: optionalText,
      completedAt: time,
      client: optionalText,
      manifest: optionalText,
      followedFolder: optionalText,
    }),
  ),
  cursor: optionalText,
});

type ListedReceipt = v.InferOutput<typeof pageSchema>['receipts'][number];

/** The latest receipts below a path, the latest first. */
interface ReceiptList {
  readonly receipts: readonly Receipt[];
  /** There are more. */
  readonly isCut: boolean;
}

/**
 * Fetches pages of the receipts below a path until there are no more.
 *
 * @param isEnough called with each page, after which others may not be needed
 */
export async function fetchReceipts(
  path: string,
  query: (request: ApiRequest) => Promise<ApiResponse>,
  isEnough: (page: readonly Receipt[]) => boolean,
): Promise<Result<ReceiptList, RequestFailure>> {
  const receipts: Receipt[] = [];
  let cursor: string | undefined;
  for (;;) {
    const params = [['path', path] as const, ...(cursor === undefined ? [] : [['cursor', cursor] as const])];
    const response = await query({ endpoint: ENDPOINT, params });
    if (response.error !== undefined) return err(response.error);
    const page = parseResponse(ENDPOINT, pageSchema, response.data);
    if (!page.ok) return page;
    const added = page.value.receipts.map(toReceipt);
    receipts.push(...added);
    // A repeated cursor would lead to an endless loop. An empty one counts as none.
    const next = page.value.cursor === cursor ? undefined : page.value.cursor || undefined;
    if (isEnough(added) || next === undefined) return ok({ receipts, isCut: next !== undefined });
    cursor = next;
  }
}

const receiptsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /**
     * Lists the receipts of uploads into a sponsor, project, dataset or folder, or of a file with those of its former contents.
     * Requires the feature `receipts.list`.
     */
    listReceipts: build.query<ReceiptList, string>({
      queryFn: async (path, _queryApi, _options, query) => {
        let pages = 0;
        const list = await fetchReceipts(path, query, () => (pages += 1) === LISTED_PAGES);
        return list.ok ? { data: list.value } : { error: list.failure };
      },
      extraOptions: { silent: true },
      structuralSharing: false,
      providesTags: ['Files'],
    }),
  }),
});

export const { useListReceiptsQuery } = receiptsApi;

function toReceipt({ parts, completedAt, id, userName, ...listed }: ListedReceipt): Receipt {
  const { userId, key } = listed;
  const sizes = parts.flatMap(({ size }) => size ?? []);
  const name = userName ?? userId;
  return {
    ...listed,
    id: id ?? `${key} ${String(completedAt)}`,
    ...(name !== undefined && { userName: name }),
    ...(sizes.length === parts.length && { partSizes: sizes }),
    partMd5s: parts.map(({ md5 }) => md5).join(' '),
    sponsorId: key.split('/', 1)[0] ?? '',
    endedAt: completedAt,
  };
}
