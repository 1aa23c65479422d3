import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import classes from './manifest-form.module.css';
import type { ArgumentField } from './tool-arguments';

interface InputProps {
  value: string;
  fault: string | undefined;
  onChange: (value: string) => void;
}

/** The input of one argument. */
export function ArgumentInput({ field, ...props }: InputProps & { field: ArgumentField }) {
  const label = field.isRequired ? field.name : `${field.name} (optional)`;
  const { description } = field;
  if (field.input === 'json') return <JsonInput label={`${label} as JSON`} description={description} {...props} />;
  const { value, fault, onChange } = props;
  const common = {
    label,
    description,
    value,
    error: fault,
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
  };
  if (field.input === 'choice') {
    return <NativeSelect {...common} data={[{ value: '', label: 'Left out' }, ...field.options]} />;
  }
  return <TextInput {...common} inputMode={field.input === 'number' ? 'decimal' : 'text'} />;
}

/** A text area for JSON. */
export function JsonInput({
  label,
  description,
  value,
  fault,
  onChange,
}: InputProps & { label: string; description?: string | null }) {
  return (
    <Textarea
      label={label}
      description={description}
      classNames={{ input: classes.raw }}
      value={value}
      error={fault}
      onChange={(event) => onChange(event.currentTarget.value)}
      autosize
      minRows={2}
      maxRows={16}
      spellCheck={false}
    />
  );
}
