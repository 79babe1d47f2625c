import { Group, Stack, Text } from '@mantine/core';
import { useRovingIndex } from '@mantine/hooks';
import { useState } from 'react';
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
  const { getItemProps } = useRovingIndex({
    total: sample.length,
    loop: false,
    isItemDisabled: (index) => !digits.has(index),
  });
  const toggle = (index: number) => {
    const next = new Map(marks);
    if (next.get(index) === role) next.delete(index);
    else next.set(index, role);
    onChange(patternOf(sample, next));
  };
  const found = describePattern(sample, pattern);
  return (
    <Stack gap={6} p="sm" bd="1px solid var(--mantine-color-default-border)" bdrs="sm">
      <Group gap="xs">
        <Text size="xs" c="dimmed">
          Click the digits of the
        </Text>
        {ROLES.map(({ value, label }) => (
          <ToggleButton key={value} pressed={value === role} onClick={() => setRole(value)}>
            {label}
          </ToggleButton>
        ))}
      </Group>
      <div translate="no" className={classes.sample} role="toolbar" aria-label={`Digits of ${sample}`}>
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
              {...getItemProps({ index, onClick: () => toggle(index) })}
            >
              {character}
            </button>
          );
        })}
      </div>
      <Text size="xs" c="dimmed" role="status">
        {found === '' ? 'No digits chosen' : found}
      </Text>
    </Stack>
  );
}
