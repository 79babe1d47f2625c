import { setImmediate as nextTurn } from 'node:timers/promises';
import { batchesOf } from './database/sql';

/** Items that are written at once. */
const ITEMS_AT_ONCE = 100;

/**
 * Writes an object with a list that may take several megabytes, in pieces between which others run: Fastify would write it, and count
 * its bytes, in one go.
 *
 * @param name The name of the list.
 */
export async function writeLongList<Item>(
  name: string,
  items: readonly Item[],
  toJson: (item: Item) => string,
): Promise<Buffer> {
  const pieces: Buffer[] = [Buffer.from(`{${JSON.stringify(name)}:[`)];
  for (const batch of batchesOf(items, ITEMS_AT_ONCE)) {
    if (pieces.length > 1) {
      await nextTurn();
      pieces.push(Buffer.from(','));
    }
    pieces.push(Buffer.from(batch.map(toJson).join(',')));
  }
  return Buffer.concat([...pieces, Buffer.from(']}')]);
}
