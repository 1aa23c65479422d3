import { type ComponentPropsWithoutRef, useId } from 'react';
import classes from './field.module.css';

/** An input of one line with its label, without Mantine, for the pages that must load fast. */
export function TextField({ label, ...own }: ComponentPropsWithoutRef<'input'> & { label: string }) {
  const id = useId();
  return (
    <div className={classes.field}>
      <label htmlFor={id}>{label}</label>
      <input type="text" {...own} id={id} className={classes.control} />
    </div>
  );
}

export interface SelectFieldProps extends ComponentPropsWithoutRef<'select'> {
  label: string;
  options: readonly { value: string; label: string }[];
}

/** The browser's own list of options with its label. */
export function SelectField({ label, options, ...own }: SelectFieldProps) {
  const id = useId();
  return (
    <div className={classes.field}>
      <label htmlFor={id}>{label}</label>
      <select {...own} id={id} className={classes.control}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  );
}
