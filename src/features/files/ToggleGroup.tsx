import { Group } from '@mantine/core';
import { ToggleButton } from '../../ui/ToggleButton';

interface ToggleGroupProps {
  /** Accessible name. */
  readonly label: string;
  readonly numbers: readonly number[];
  /** The word for a number: `ch02`. */
  readonly word: (number: number) => string;
  readonly pressed: readonly number[];
  /** The pressed numbers, rising. */
  readonly onChange: (pressed: readonly number[]) => void;
}

/** Numbers of which any can be pressed; none pressed means all of them. */
export function ToggleGroup({ label, numbers, word, pressed, onChange }: ToggleGroupProps) {
  return (
    <Group gap={4} role="group" aria-label={label}>
      {numbers.map((number) => (
        <ToggleButton
          key={number}
          pressed={pressed.includes(number)}
          onClick={() => onChange(numbers.filter((one) => pressed.includes(one) !== (one === number)))}
        >
          {word(number)}
        </ToggleButton>
      ))}
    </Group>
  );
}
