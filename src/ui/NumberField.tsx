import { TextInput, type TextInputProps } from '@mantine/core';

interface NumberFieldProps extends Pick<TextInputProps, 'label' | 'description' | 'size' | 'className' | 'disabled'> {
  /** As it is typed; empty where it is no number. */
  readonly value: string;
  readonly onChange: (typed: string) => void;
  /** 0 or 1. */
  readonly min: number;
}

/** The field for a whole number. */
export function NumberField({ onChange, ...props }: NumberFieldProps) {
  return <TextInput type="number" step={1} onChange={(event) => onChange(event.currentTarget.value)} {...props} />;
}
