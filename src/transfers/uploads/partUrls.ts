import { ok } from '@data-manager/lib/result';
import { call } from '@data-manager/lib/typedEffects';
import { fetchPartUrls, type PartUrl, type PartUrlsRequest } from '../../api/gateways';
import { PresignedUrls } from '../presignedUrls';

/**
 * Returns the URLs of a file's parts.
 *
 * @param first the URLs that the server returned when the upload was started
 */
export function partUrls(request: Omit<PartUrlsRequest, 'partNumber'>, first: readonly PartUrl[]): PresignedUrls {
  const byNumber = (urls: readonly PartUrl[]) => urls.map((part) => [part.partNumber, part] as const);
  return new PresignedUrls(
    {
      *fetch(partNumber) {
        const result = yield* call(fetchPartUrls, { ...request, partNumber });
        return result.ok ? ok(byNumber(result.value)) : result;
      },
      missing: (partNumber) => ({
        kind: 'bad-answer',
        endpoint: 'GET /upload/urls',
        field: `url (partNumber ${partNumber})`,
      }),
    },
    byNumber(first),
  );
}
