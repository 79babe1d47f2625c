import * as v from 'valibot';
import { err, ok, type Result } from '../lib/result';

/** More can't be chosen from, and would hold up the page. */
const MOST_ENTRIES = 5_000;
const LONGEST_TEXT = 500;

/** Why a list can't be used. */
type ListProblem = 'missing' | 'malformed';

/** A list of the server's, or why there is none. One that is missing or malformed takes nothing else with it. */
export type RemoteList<List> = Result<List, ListProblem>;

type ListSchema<List> = v.GenericSchema<unknown, List>;

const entryText = v.pipe(v.string(), v.nonEmpty(), v.maxLength(LONGEST_TEXT));

/** Key → display name. */
export const nameMap: ListSchema<Readonly<Record<string, string>>> = v.pipe(
  smallRecord(),
  v.record(entryText, entryText),
);

/** Texts, each once, in the order in which they came. */
export const textList: ListSchema<readonly string[]> = v.pipe(
  v.array(v.unknown()),
  v.maxLength(MOST_ENTRIES),
  v.array(entryText),
  v.transform((texts) => [...new Set(texts)]),
);

/** Attribute → its allowed options. */
export const optionMap: ListSchema<Readonly<Record<string, readonly string[]>>> = v.pipe(
  smallRecord(),
  v.record(entryText, textList),
);

/** Why there is nothing to choose from: the list, or that none of the lists came at all. */
export function listProblem(list: RemoteList<unknown> | undefined): ListProblem | 'unanswered' | undefined {
  if (list === undefined) return 'unanswered';
  return list.ok ? undefined : list.failure;
}

/** Reads one member of the configuration; `null` counts as absent. Never throws: what is wrong with it is its value. */
export function readList<List>(schema: ListSchema<List>, raw: unknown): RemoteList<List> {
  if (raw === undefined || raw === null) return err('missing');
  const list = v.safeParse(schema, raw, { abortEarly: true });
  return list.success ? ok(list.output) : err('malformed');
}

function smallRecord() {
  return v.pipe(
    v.record(v.string(), v.unknown()),
    v.check((record) => Object.keys(record).length <= MOST_ENTRIES),
  );
}
