import { Text } from '@mantine/core';
import { useState, type KeyboardEvent } from 'react';
import { describePattern, digitsOf, markDigits, patternOf } from '@data-manager/domain/names/findPattern';
import { type DigitRole, type NumberPattern } from '@data-manager/domain/names/numberPattern';
import { ToggleButton } from '../ui/ToggleButton';
import classes from './BulkRename.module.css';

interface DigitPickerProps {
  /** The name whose digits are shown. */
  readonly sample: string;
  readonly pattern: NumberPattern;
  readonly onChange: (pattern: NumberPattern) => void;
}

const ROLES: readonly { readonly value: DigitRole; readonly label: string }[] = [
  { value: 'section', label: 'Section' },
  { value: 'layer', label: 'Layer' },
  { value: 'channel', label: 'Channel' },
];

/**
 * Shows which digits of a sample name are its numbers. A click on a digit assigns it to the chosen number, or frees it.
 * The digits are one tab stop; the arrow keys move between them.
 */
export function DigitPicker({ sample, pattern, onChange }: DigitPickerProps) {
  const [role, setRole] = useState<DigitRole>('section');
  const marks = markDigits(sample, pattern);
  const digits = new Set(digitsOf(sample).map(({ index }) => index));
  const [focused, setFocused] = useState<number>();
  const tabStop = focused !== undefined && digits.has(focused) ? focused : Math.min(...digits);
  const toggle = (index: number) => {
    const next = new Map(marks);
    if (next.get(index) === role) next.delete(index);
    else next.set(index, role);
    onChange(patternOf(sample, next));
  };
  const found = describePattern(sample, pattern);
  return (
    <div className={classes.picker}>
      <div className={classes.roles}>
        <Text size="xs" c="dimmed">
          Click the digits of the
        </Text>
        {ROLES.map(({ value, label }) => (
          <ToggleButton key={value} pressed={value === role} onClick={() => setRole(value)}>
            {label}
          </ToggleButton>
        ))}
      </div>
      <div className={classes.sample} role="toolbar" aria-label={`Digits of ${sample}`} onKeyDown={moveByArrow}>
        {Array.from(sample, (_, index) => index).map((index) => {
          const character = sample[index] ?? '';
          if (!digits.has(index)) return <span key={index}>{character}</span>;
          const mark = marks.get(index);
          return (
            <button
              key={index}
              type="button"
              className={classes.digit}
              data-role={mark}
              aria-label={`Digit ${character}: ${mark ?? 'unused'}`}
              aria-pressed={mark === role}
              tabIndex={index === tabStop ? 0 : -1}
              onFocus={() => setFocused(index)}
              onClick={() => toggle(index)}
            >
              {character}
            </button>
          );
        })}
      </div>
      <Text size="xs" c="dimmed" role="status">
        {found === '' ? 'No digits chosen' : found}
      </Text>
    </div>
  );
}

/** Moves the focus to another digit. */
function moveByArrow(event: KeyboardEvent<HTMLElement>): void {
  const buttons = [...event.currentTarget.querySelectorAll('button')];
  const at = buttons.findIndex((button) => button === document.activeElement);
  const targets: Readonly<Record<string, number>> = {
    ArrowLeft: at - 1,
    ArrowRight: at + 1,
    Home: 0,
    End: buttons.length - 1,
  };
  const target = buttons[targets[event.key] ?? -1];
  if (target === undefined) return;
  event.preventDefault();
  target.focus();
}
