import { DeleteObjectsCommand, GetObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { isMissing, s3ErrorName, toStorageError } from './s3Errors';

const DELETED_AT_ONCE = 1_000;
/** Attempts to resume reading an object after the connection was lost. */
const READ_ATTEMPTS = 4;

/** A bucket and the client for it. */
export interface S3Bucket {
  readonly client: S3Client;
  readonly bucket: string;
}

/** Converts the errors of a full or unavailable storage to an `HttpError`. */
export async function orStorageError<Result>(step: Promise<Result>): Promise<Result> {
  try {
    return await step;
  } catch (error) {
    throw toStorageError(error);
  }
}

/** The same, but resolves to undefined if the object or upload does not exist. */
export async function unlessMissing<Result>(step: Promise<Result>): Promise<Result | undefined> {
  try {
    return await step;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw toStorageError(error);
  }
}

/** Reads an object, or a range of it. Resumes after a lost connection. */
export async function* readObject(
  { client, bucket }: S3Bucket,
  key: string,
  { start, end }: { readonly start: number; readonly end?: number } = { start: 0 },
): AsyncGenerator<Buffer> {
  let next = start;
  for (let attempt = 1; ; attempt += 1) {
    try {
      const range = next === 0 && end === undefined ? {} : { Range: `bytes=${String(next)}-${String(end ?? '')}` };
      const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key, ...range }));
      for await (const chunk of Body as AsyncIterable<Buffer>) {
        next += chunk.length;
        yield chunk;
      }
      return;
    } catch (error) {
      const isAnswer = s3ErrorName(error) !== undefined;
      if (isAnswer || attempt === READ_ATTEMPTS) throw isMissing(error) ? error : toStorageError(error);
    }
  }
}

/** Removes objects by their keys. Skips keys that do not exist. */
export async function deleteObjects({ client, bucket }: S3Bucket, keys: readonly string[]): Promise<void> {
  for (let start = 0; start < keys.length; start += DELETED_AT_ONCE) {
    const Objects = keys.slice(start, start + DELETED_AT_ONCE).map((Key) => ({ Key }));
    const command = new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects, Quiet: true } });
    const { Errors: [failed] = [] } = await orStorageError(client.send(command));
    if (failed !== undefined) throw new Error(`${String(failed.Key)} can't be removed: ${String(failed.Message)}`);
  }
}
