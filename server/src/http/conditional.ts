import { Type, type TSchema } from '@sinclair/typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ChangedError } from '../common/errors';

/** A project or dataset, with the entity tag of its present values. */
interface Tagged {
  readonly etag: string;
}

/**
 * Compares a change with what the client has read, as its header `If-Match` says (RFC 9110, 13.1.1). Call it in the transaction that
 * makes the change.
 *
 * @throws ChangedError 412 if the item has changed.
 */
export function requireUnchanged({ headers }: FastifyRequest, current: Tagged): void {
  const tags = headers['if-match']?.split(',').map((tag) => tag.trim());
  if (tags === undefined || tags.includes('*') || tags.includes(quoted(current))) return;
  throw new ChangedError(current);
}

/** Adds the entity tag as a header. */
export function sendTagged<Item extends Tagged>(reply: FastifyReply, item: Item): Item {
  reply.header('etag', quoted(item));
  return item;
}

function quoted({ etag }: Tagged): string {
  return `"${etag}"`;
}

/** Describes the response to a conditional change of something that has changed. */
export function changedResponse(item: TSchema): Readonly<Record<number, TSchema>> {
  const description = 'It has changed since the client read it (`If-Match`), and was not changed again.';
  return { 412: Type.Object({ msg: Type.String(), current: item }, { description }) };
}
