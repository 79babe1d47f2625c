import { useId, useState } from 'react';
import { shownName } from '@data-manager/domain/names/shownName';
import { parseNumber } from '@data-manager/lib/parseNumber';
import classes from './ChannelRow.module.css';

interface ValueFieldProps {
  readonly label: string;
  /** The current value. */
  readonly text: string;
  readonly range: { readonly min: number; readonly max: number };
  /** Says what the range is. */
  readonly rangeText: string;
  readonly onCommit: (value: number) => void;
}

/**
 * A text field for a raw value, which takes effect on Enter or when the field loses focus. A text that is refused stays, with
 * the reason; Escape restores the value.
 */
export function ValueField({ label, text, range, rangeText, onCommit }: ValueFieldProps) {
  const reasonId = useId();
  /** What was typed over a value. Void once the value has changed. */
  const [edit, setEdit] = useState<{ readonly over: string; readonly typed: string; readonly reason?: string }>();
  const { typed, reason } = edit?.over === text ? edit : { typed: text, reason: undefined };
  const commit = () => {
    const value = parseNumber(typed);
    if (typed === text || typed.trim() === '') setEdit(undefined);
    else if (value === undefined) setEdit({ over: text, typed, reason: `“${shownName(typed)}” is not a number` });
    else if (value < range.min || value > range.max) setEdit({ over: text, typed, reason: rangeText });
    else {
      setEdit(undefined);
      onCommit(value);
    }
  };
  return (
    <>
      <input
        className={classes.value}
        // A number that is cut off would be another number.
        style={{ minWidth: `calc(${typed.length}ch + 0.75rem)` }}
        inputMode="decimal"
        autoComplete="off"
        aria-label={label}
        {...(reason !== undefined && { 'aria-invalid': true, 'aria-describedby': reasonId })}
        value={typed}
        onChange={({ currentTarget }) => setEdit({ over: text, typed: currentTarget.value })}
        onBlur={commit}
        onKeyDown={({ key }) => {
          if (key === 'Enter') commit();
          else if (key === 'Escape') setEdit(undefined);
        }}
      />
      <span id={reasonId} aria-live="polite" className={classes.refused}>
        {reason}
      </span>
    </>
  );
}
