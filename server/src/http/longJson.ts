import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import { batchesOf } from '../database/sql';

/** Items or members that are written at once. */
const ITEMS_AT_ONCE = 100;

/** Sends written JSON. */
export function sendJson(reply: FastifyReply, json: Buffer): FastifyReply {
  return reply.type('application/json; charset=utf-8').send(json);
}

/** Writes an object with a list (`writeLong`). */
export function writeLongList<Item>(
  name: string,
  items: readonly Item[],
  toJson: (item: Item) => string,
): Promise<Buffer> {
  return writeLong(name, '[]', items, toJson);
}

/** Writes an object with an object that has many members (`writeLong`). */
export function writeLongRecord<Value>(
  name: string,
  members: Readonly<Record<string, Value>>,
  toJson: (value: Value) => string,
): Promise<Buffer> {
  return writeLong(name, '{}', Object.entries(members), ([key, value]) => `${JSON.stringify(key)}:${toJson(value)}`);
}

/**
 * Writes an object with a member that may take several megabytes, in pieces between which others run: Fastify would write it, and
 * count its bytes, in one go.
 *
 * @param name The name of the member.
 */
async function writeLong<Item>(
  name: string,
  brackets: '[]' | '{}',
  items: readonly Item[],
  toJson: (item: Item) => string,
): Promise<Buffer> {
  const pieces: Buffer[] = [Buffer.from(`{${JSON.stringify(name)}:${brackets.charAt(0)}`)];
  for (const batch of batchesOf(items, ITEMS_AT_ONCE)) {
    if (pieces.length > 1) {
      await nextTurn();
      pieces.push(Buffer.from(','));
    }
    pieces.push(Buffer.from(batch.map(toJson).join(',')));
  }
  return Buffer.concat([...pieces, Buffer.from(`${brackets.charAt(1)}}`)]);
}
