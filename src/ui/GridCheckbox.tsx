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

/** The checkbox of a grid row or header. In a separate module so that grids without selection do not load it. */
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
