import { createHash } from 'node:crypto';
import type { Answer, Session } from './signIn';

/** Returns an MD5 digest in lowercase hex. */
export function md5(bytes: Uint8Array | string): string {
  return createHash('md5').update(bytes).digest('hex');
}

/** Returns the body of `POST /upload/complete` for parts that were received without errors. */
export function completion(key: string, uploadId: string, parts: readonly Uint8Array[]): Record<string, unknown> {
  const digests = parts.map(md5);
  const whole = createHash('md5');
  for (const digest of digests) whole.update(Buffer.from(digest, 'hex'));
  return {
    key,
    uploadId,
    parts: digests.map((digest, index) => ({ PartNumber: index + 1, ETag: digest, checksum: digest })),
    checksum: `${whole.digest('hex')}-${String(parts.length)}`,
    lastFile: true,
  };
}

/** Starts an upload and returns its id. */
export async function startUpload(session: Session, key: string, modified?: string): Promise<string> {
  const { status, body } = await session.call<{ uploadId: string }>('POST', '/upload/start', { key, modified });
  if (status !== 200) throw new Error(`The upload did not start: ${JSON.stringify(body)}`);
  return body.uploadId;
}

/** Requests the presigned URLs of parts. */
export function askForUrls(
  session: Session,
  query: { readonly key: string; readonly uploadId: string; readonly partNumber: number; readonly totalParts: number },
): Promise<Answer<{ partNumber: number; url: string }[]>> {
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  return session.call('GET', `/upload/urls?${search.toString()}`);
}

/** Returns the presigned URL of one part. */
export async function urlOfPart(session: Session, key: string, uploadId: string, partNumber: number): Promise<string> {
  const { body } = await askForUrls(session, { key, uploadId, partNumber, totalParts: partNumber });
  const [first] = body;
  if (first === undefined) throw new Error(`There is no URL for part ${String(partNumber)}.`);
  return first.url;
}

/** Uploads a part to its presigned URL as the app does. */
export function putPart(url: string, body: Uint8Array): Promise<Response> {
  return fetch(url, {
    method: 'PUT',
    body: Buffer.from(body),
    headers: { 'content-type': 'application/octet-stream' },
  });
}

/** Uploads a file in parts, from start to completion. */
export async function uploadFile(
  session: Session,
  key: string,
  parts: readonly Uint8Array[],
  modified?: string,
): Promise<void> {
  const uploadId = await startUpload(session, key, modified);
  for (const [index, part] of parts.entries()) {
    const response = await putPart(await urlOfPart(session, key, uploadId, index + 1), part);
    if (response.status !== 200) throw new Error(`Part ${String(index + 1)} of ${key}: ${await response.text()}`);
  }
  const { status, body } = await session.call('POST', '/upload/complete', completion(key, uploadId, parts));
  if (status !== 200) throw new Error(`${key} was not completed: ${JSON.stringify(body)}`);
}
