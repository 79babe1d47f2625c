import { isUncertain } from '@data-manager/domain/failures/failure';
import { failUnlessLeaving } from '../platform/leaving';
import type { ApiBaseQuery } from './baseQuery';

/** The changes that users make. Transfers have rules of their own. */
const CHANGE = /^(?!GET )\S+ \/(project|dataset|pipeline|manage)\b/;

/**
 * Reads from the server whether a change was made whose response is lost.
 *
 * Problem: a proxy can answer 504 although the server has made the change. Neither "saved" nor "not saved" is then true.
 * Idea: after such a response, the state is read. If it shows the change, the request succeeds, so that every screen goes on as
 * after a response. Otherwise the failure says that nothing was changed, or that this is not known.
 * Cost: a change that fails without a connection is reported after four seconds.
 */
export function withProof(query: ApiBaseQuery): ApiBaseQuery {
  return async (change, context, options) => {
    const response = await query(change, context, options);
    const { error } = response;
    if (error === undefined || !isUncertain(error) || !CHANGE.test(change.endpoint)) return response;
    const code = await failUnlessLeaving(import('./lostResponses')).catch(() => undefined);
    return code?.proveChange(query, change, context, response) ?? { error: { ...error, outcome: 'unknown' } };
  };
}
