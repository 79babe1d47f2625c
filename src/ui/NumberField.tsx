import { TextInput, type TextInputProps } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import { formatCount } from '@data-manager/lib/formatNumber';
import { parseWhole } from '@data-manager/lib/parseNumber';

type PassedProps =
  'label' | 'description' | 'size' | 'className' | 'w' | 'disabled' | 'placeholder' | 'aria-label' | 'onBlur';

interface NumberFieldProps extends Pick<TextInputProps, PassedProps> {
  /** The text as typed. */
  readonly value: string;
  readonly onChange: (typed: string) => void;
  readonly min: number;
  readonly max: number;
}

/**
 * A field for a whole number. A text field, because the browser's number field drops what it does not understand without a
 * word: other digits than those of its own locale, and separators.
 */
export function NumberField({ value, onChange, min, max, ...props }: NumberFieldProps) {
  const number = parseWhole(value, { min, max });
  const step = (event: KeyboardEvent, by: number): void => {
    event.preventDefault();
    const next = number === undefined ? min : number + by;
    if (next >= min && next <= max) onChange(String(next));
  };
  return (
    <TextInput
      role="spinbutton"
      inputMode="numeric"
      autoComplete="off"
      aria-valuemin={min}
      aria-valuemax={max}
      {...(number !== undefined && { 'aria-valuenow': number })}
      value={value}
      error={wholeNumberProblem(value, { min, max })}
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'ArrowUp') step(event, 1);
        else if (event.key === 'ArrowDown') step(event, -1);
      }}
      {...props}
    />
  );
}

/** Returns why a text is refused; undefined for a valid number and for an empty text. */
function wholeNumberProblem(typed: string, range: { readonly min: number; readonly max: number }): string | undefined {
  if (typed.trim() === '' || parseWhole(typed, range) !== undefined) return undefined;
  return `Enter a whole number from ${formatCount(range.min)} to ${formatCount(range.max)}`;
}
