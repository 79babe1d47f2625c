import { Checkbox } from '@mantine/core';

export interface GridCheckboxProps {
  /** Accessible name. */
  readonly label: string;
  readonly checked: boolean;
  readonly indeterminate?: boolean;
  readonly disabled?: boolean;
  readonly tabIndex?: 0 | -1;
  readonly onChange: (checked: boolean, withShift: boolean) => void;
}

/** What chooses a row of a grid, or all of them. Apart from the grid, since not every one has it. */
export function GridCheckbox({ label, onChange, ...props }: GridCheckboxProps) {
  return (
    <Checkbox
      size="xs"
      aria-label={label}
      onChange={({ currentTarget, nativeEvent }) =>
        onChange(currentTarget.checked, 'shiftKey' in nativeEvent && nativeEvent.shiftKey === true)
      }
      {...props}
    />
  );
}
