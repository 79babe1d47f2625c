import { fetchPartUrls } from '../../api/gateways';
import type { Failure } from '../../domain/failures/failure';
import { err, ok, type Result } from '../../lib/result';
import { createSemaphore, type Semaphore } from '../../lib/semaphore';
import { call, type SagaOf } from '../../lib/typedEffects';

/** The presigned URLs of one file's parts. Secrets: they live here, outside the store, while the file is sent. */
export interface PartUrls {
  readonly asked: { readonly key: string; readonly uploadId: string; readonly totalParts: number };
  readonly known: Map<number, string>;
  /** Lanes that need URLs at the same time ask once. */
  readonly mutex: Semaphore;
}

/** No URLs yet. */
export function createPartUrls(asked: PartUrls['asked']): PartUrls {
  return { asked, known: new Map(), mutex: createSemaphore() };
}

/** The URL of a part, good for one try. Asked for when it is needed, since URLs expire; what comes with it is kept. */
export function* takePartUrl(urls: PartUrls, partNumber: number): SagaOf<Result<string, Failure>> {
  const url = yield* findPartUrl(urls, partNumber);
  urls.known.delete(partNumber);
  return url;
}

/** Asks for a fresh URL of a part whether or not there is one, and keeps it for the next try. */
export function* renewPartUrl(urls: PartUrls, partNumber: number): SagaOf<Result<string, Failure>> {
  urls.known.delete(partNumber);
  return yield* findPartUrl(urls, partNumber);
}

function* findPartUrl(urls: PartUrls, partNumber: number): SagaOf<Result<string, Failure>> {
  const leave = yield* call(urls.mutex.acquire);
  try {
    if (!urls.known.has(partNumber)) {
      const outcome = yield* call(fetchPartUrls, { ...urls.asked, partNumber });
      if (!outcome.ok) return outcome;
      for (const answer of outcome.value) urls.known.set(answer.partNumber, answer.url);
    }
    const url = urls.known.get(partNumber);
    if (url !== undefined) return ok(url);
    return err({ kind: 'bad-answer', endpoint: 'GET /upload/urls', field: `url (partNumber ${partNumber})` });
  } finally {
    leave();
  }
}
