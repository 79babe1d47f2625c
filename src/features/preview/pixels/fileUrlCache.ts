import { FILE_URL_MAX_AGE_MS, FILE_URLS_PER_REQUEST } from '@data-manager/domain/constants';
import { timeSince } from '@data-manager/lib/timeSince';
import type { ThunkExtra } from '../../../api/baseQuery';
import { fetchUrlsOfFiles } from '../../../api/gateways';

/** The presigned URLs of files. They are secrets, so they stay outside the store. */
interface FileUrlCache {
  /**
   * Returns the URL of a file, or undefined if the server returns none.
   *
   * @param isRenewed true if the storage has refused the known one
   */
  readonly find: (key: string, isRenewed: boolean) => Promise<string | undefined>;
}

interface KnownUrl {
  readonly url: Promise<string | undefined>;
  readonly fetchedAt: number;
}

const NEVER = new AbortController().signal;

/** Creates a cache. URLs that are needed at the same time share a request. */
export function createFileUrlCache(extra: ThunkExtra): FileUrlCache {
  const known = new Map<string, KnownUrl>();
  let batch: { readonly keys: string[]; readonly urls: Promise<Readonly<Record<string, string>>> } | undefined;

  const request = async (keys: readonly string[]): Promise<Readonly<Record<string, string>>> => {
    // The other channels of a section ask in the same task.
    await Promise.resolve();
    batch = undefined;
    const result = await fetchUrlsOfFiles(keys, extra, NEVER);
    return result.ok ? result.value : {};
  };

  const fetchUrl = async (key: string): Promise<string | undefined> => {
    if (batch === undefined || batch.keys.length >= FILE_URLS_PER_REQUEST) {
      const keys: string[] = [];
      batch = { keys, urls: request(keys) };
    }
    batch.keys.push(key);
    return (await batch.urls)[key];
  };

  return {
    find: async (key, isRenewed) => {
      const now = extra.ports.clock.now();
      const found = known.get(key);
      if (found !== undefined && !isRenewed && timeSince(found.fetchedAt, now) < FILE_URL_MAX_AGE_MS) return found.url;
      const url = fetchUrl(key);
      known.set(key, { url, fetchedAt: now });
      const fetched = await url;
      if (fetched === undefined && known.get(key)?.url === url) known.delete(key);
      return fetched;
    },
  };
}
