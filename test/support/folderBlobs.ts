import type { BlobStore } from '../../server/src/objects/blobStore';
import { dataFolderOf } from '../../server/src/objects/dataFolder';
import { createFolderBlobStore } from '../../server/src/objects/folderBlobStore';
import { createUrlSigner } from '../../server/src/objects/urlSigner';

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
