import { scalarText } from './mosaicEntries';
import { unfit, type Reading } from './mosaicReadings';
import { mosaicRuleWords } from './mosaicRuleWords';
import type { MosaicObjection, MosaicRow, MosaicVerdict } from './mosaicVerdict';

/** What came of one value of a mosaic. */
export interface Judgement<Value> {
  /** Undefined where it is left out. */
  readonly value: Value | undefined;
  readonly isChecked: boolean;
  readonly objection: MosaicObjection | undefined;
  /** As the mosaic has it. */
  readonly text: string;
}

/** What came of a field with all of its parts. */
export interface Judged<Value> {
  readonly value: Value | undefined;
  readonly rows: readonly MosaicRow[];
}

/**
 * Reads one value of a mosaic.
 * @param raw undefined where the mosaic has no such name
 */
export function judge<Value>(raw: unknown, read: (text: string) => Reading<Value>): Judgement<Value> {
  if (raw === undefined) return leftOut({ kind: 'missing' });
  const text = scalarText(raw);
  if (text === undefined) return leftOut(unfit(mosaicRuleWords.severalValues).objection, '{…}');
  if (text === '') return leftOut({ kind: 'empty' });
  const reading = read(text);
  if ('objection' in reading) return leftOut(reading.objection, text);
  return { ...reading, objection: undefined, text };
}

/** The row of a value. `format` puts a value as the form would show it. */
export function rowOf<Value>(
  label: string,
  names: readonly string[],
  current: string,
  judgement: Judgement<Value>,
  format: (value: Value) => string,
): MosaicRow {
  const imported = judgement.value === undefined ? judgement.text : format(judgement.value);
  const verdict: MosaicVerdict =
    judgement.objection ??
    (judgement.isChecked ? { kind: imported === current ? 'same' : 'taken' } : { kind: 'unchecked' });
  return { label, names, current, imported, verdict };
}

function leftOut(objection: MosaicObjection, text = ''): Judgement<never> {
  return { value: undefined, isChecked: true, objection, text };
}
