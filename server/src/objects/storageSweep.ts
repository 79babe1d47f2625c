import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { findKnownBlobs } from '../database/files/objectRemoval';
import { sampleBlobs } from '../database/files/objects';
import { databaseId } from '../database/settings';
import type { Queryable } from '../database/sql';
import { containsAny, type BlobStore } from '../storage/blobStore';
import { blobOfPreview } from '../storage/folder/previewCache';

/*
 * Problem: contents are stored before their rows. A killed server leaves contents that no row refers to, and removed contents leave
 * previews. But for a server with the wrong `DATABASE_URL`, everything in the store looks like that.
 * Idea: the store names its database, and nothing is removed for another one. The sweep walks through the whole store, page by
 * page and with pauses, so that it delays neither the event loop nor the database for long.
 * Cost: each sweep looks up every content in the database, and new contents are spared, because their rows may follow.
 */

interface Stored {
  readonly database: Queryable;
  readonly blobs: BlobStore;
}

interface SweepOptions {
  readonly signal: AbortSignal;
  /** Contents that were stored later may get their rows soon. */
  readonly storedBefore: Date;
  /** The time that other requests have between two pages. */
  readonly pauseMs?: number;
}

const PAUSE_MS = 50;

/**
 * Removes contents and previews without rows.
 *
 * @returns False if the store belongs to another database. Nothing is removed then.
 */
export async function sweepStorage(stored: Stored, options: SweepOptions): Promise<boolean> {
  if (!(await ownsContents(stored))) return false;
  await removeUnknownBlobs(stored, options);
  await removeUnknownPreviews(stored, options);
  return true;
}

/**
 * Returns whether the contents are those of the database, and claims them if no database has. Ask it before you remove what has no
 * row: contents, viewer images, archives and uploads of another database would all be unknown.
 */
export async function ownsContents({ database, blobs }: Stored): Promise<boolean> {
  const id = await databaseId(database, randomUUID());
  const owner = await blobs.readOwner();
  if (owner !== undefined) return owner === id;
  // A copied store may name no database.
  if (!(await containsAny(blobs, await sampleBlobs(database))) && !(await isEmpty(blobs))) return false;
  await blobs.writeOwner(id);
  return true;
}

async function isEmpty(blobs: BlobStore): Promise<boolean> {
  for await (const page of blobs.list()) if (page.length > 0) return false;
  return true;
}

async function removeUnknownBlobs({ database, blobs }: Stored, options: SweepOptions): Promise<void> {
  for await (const page of inTurns(blobs.list(), options)) {
    const known = await findKnownBlobs(database, page);
    const unknown: string[] = [];
    for (const blob of page) {
      if (known.has(blob)) continue;
      const storedAt = await blobs.storedAt(blob);
      if (storedAt !== undefined && storedAt < options.storedBefore) unknown.push(blob);
    }
    if (unknown.length > 0) await blobs.remove(unknown);
  }
}

/** Previews need no grace: a row exists before its preview. */
async function removeUnknownPreviews({ database, blobs: { previews } }: Stored, options: SweepOptions): Promise<void> {
  for await (const page of inTurns(previews.list(), options)) {
    const shown = new Map(page.map((name) => [name, blobOfPreview(name)]));
    const known = await findKnownBlobs(database, [
      ...new Set([...shown.values()].filter((blob) => blob !== undefined)),
    ]);
    const unknown = page.filter((name) => !known.has(shown.get(name) ?? ''));
    if (unknown.length > 0) await previews.remove(unknown);
  }
}

/** Iterates over pages that are not empty, and lets other requests run after each. */
async function* inTurns(
  pages: AsyncIterable<readonly string[]>,
  { signal, pauseMs = PAUSE_MS }: SweepOptions,
): AsyncGenerator<readonly string[]> {
  for await (const page of pages) {
    signal.throwIfAborted();
    if (page.length === 0) continue;
    yield page;
    await setTimeout(pauseMs, undefined, { signal });
  }
}
