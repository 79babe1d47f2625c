import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { Semaphore } from 'async-mutex';
import type { PreviewCache } from '../blobStore';
import { previewPrefix } from '../folder/previewCache';
import { listKeys } from './s3Listing';
import { deleteObjects, unlessMissing, type S3Bucket } from './s3Objects';

const AREA = 'previews/';
const LISTED_AT_ONCE = 16;

/** Creates the cache of previews in a bucket. The storage itself may remove old previews. */
export function createS3Previews(storage: S3Bucket): PreviewCache {
  const { client, bucket } = storage;
  const at = (name: string) => ({ Bucket: bucket, Key: AREA + name });
  const remove: PreviewCache['remove'] = (names) =>
    deleteObjects(
      storage,
      names.map((name) => at(name).Key),
    );
  return {
    async get(name) {
      const found = await unlessMissing(client.send(new GetObjectCommand(at(name))));
      return found && Buffer.from((await found.Body?.transformToByteArray()) ?? []);
    },
    async put(name, preview) {
      await client.send(new PutObjectCommand({ ...at(name), Body: preview }));
    },
    list: () => listKeys(storage, AREA),
    remove,
    async removeOf(blobs) {
      const listing = new Semaphore(LISTED_AT_ONCE);
      const removeOne = async (blob: string): Promise<void> => {
        const prefix = previewPrefix(blob);
        for await (const names of listKeys(storage, AREA + prefix)) {
          await remove(names.map((name) => prefix + name));
        }
      };
      await Promise.all(blobs.map((blob) => listing.runExclusive(() => removeOne(blob))));
    },
  };
}
