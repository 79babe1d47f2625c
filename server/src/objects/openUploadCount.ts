import { readdir } from 'node:fs/promises';
import type { DataFolder } from './dataFolder';
import { orIfAbsent } from './durableFiles';
import { readUploadRecord } from './uploadFolder';

/**
 * Counts the uploads that a sponsor has under way. Records don't change while an upload lives, so each is read once.
 */
export function createOpenUploadCount(folder: DataFolder): (sponsorId: string) => Promise<number> {
  const sponsors = new Map<string, string>();

  async function sponsorOf(uploadId: string): Promise<string | undefined> {
    const known = sponsors.get(uploadId);
    if (known !== undefined) return known;
    const record = await readUploadRecord(folder, uploadId);
    const sponsorId = record?.key.split('/', 1)[0];
    if (sponsorId !== undefined) sponsors.set(uploadId, sponsorId);
    return sponsorId;
  }

  return async (sponsorId) => {
    const open = new Set((await orIfAbsent(readdir(folder.uploads), undefined)) ?? []);
    for (const uploadId of sponsors.keys()) if (!open.has(uploadId)) sponsors.delete(uploadId);
    let count = 0;
    for (const uploadId of open) {
      // What the disk does not let be read may be anybody's: it gives nobody a free place, and stops nobody.
      const owner = await sponsorOf(uploadId).catch(() => sponsorId);
      if (owner === sponsorId) count += 1;
    }
    return count;
  };
}
