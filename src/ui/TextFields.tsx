import { TextInput, type TextInputProps } from '@mantine/core';

interface TitleFieldProps {
  readonly value: string;
  readonly onChange: (title: string) => void;
  /** Validation error. Shown once the field is touched. */
  readonly problem: string | undefined;
  readonly touched: boolean;
}

/** The text field for the title of a project or dataset. */
export function TitleField({ value, onChange, problem, touched }: TitleFieldProps) {
  return (
    <TextInput
      label="Title"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={touched ? problem : undefined}
      autoComplete="off"
      data-autofocus
    />
  );
}

interface NumberFieldProps extends Pick<TextInputProps, 'label' | 'description' | 'size' | 'className' | 'disabled'> {
  /** The text as typed. Empty if it is not a number. */
  readonly value: string;
  readonly onChange: (typed: string) => void;
  /** 0 or 1. */
  readonly min: number;
}

/** A field for a whole number. */
export function NumberField({ onChange, ...props }: NumberFieldProps) {
  return <TextInput type="number" step={1} onChange={(event) => onChange(event.currentTarget.value)} {...props} />;
}
