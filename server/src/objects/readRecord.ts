import { readFile } from 'node:fs/promises';
import type { Static, TSchema } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { orIfAbsent } from './durableFiles';

/**
 * Reads a file of JSON that the server wrote for itself. One that is damaged counts as one that is not there.
 *
 * @throws what the disk says where it has the file and doesn't let it be read; that is no proof of anything.
 */
export async function readRecord<Schema extends TSchema>(
  path: string,
  schema: Schema,
): Promise<Static<Schema> | undefined> {
  const text = await orIfAbsent(readFile(path, 'utf8'), undefined);
  if (text === undefined) return undefined;
  let record: unknown;
  try {
    record = JSON.parse(text);
  } catch {
    return undefined;
  }
  return Value.Check(schema, record) ? record : undefined;
}
