import { dataFolderOf } from '../../server/src/disk/dataFolder';
import type { BlobStore } from '../../server/src/storage/blobStore';
import { createFolderBlobStore } from '../../server/src/storage/folder/folderBlobStore';
import { createUrlSigner } from '../../server/src/storage/urlSigner';

/** Creates the blob store of a data folder. */
export function folderBlobs(dataDir: string, publicUrl = 'http://localhost:4000'): BlobStore {
  const signer = createUrlSigner(Buffer.alloc(32));
  return createFolderBlobStore(dataFolderOf(dataDir), {
    signer,
    publicUrl,
    appUrl: 'http://localhost:3000',
    seconds: 60,
  });
}
