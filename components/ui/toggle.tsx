import clsx from 'clsx';
import { type ReactNode, useId } from 'react';
import classes from './toggle.module.css';

export interface ToggleProps {
  /** Without one, the input needs an `aria-label`. */
  label?: ReactNode;
  'aria-label'?: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  description?: ReactNode;
  /** Why the value was refused. */
  error?: ReactNode;
  className?: string;
}

function Choice({
  kind,
  label,
  description,
  error,
  className,
  onChange,
  ...own
}: ToggleProps & { kind: 'switch' | 'checkbox' }) {
  const id = useId();
  return (
    <div className={clsx(classes.choice, className)}>
      <label className={classes.label}>
        <input
          {...own}
          className={clsx(kind === 'switch' ? classes.switch : classes.box)}
          type="checkbox"
          role={kind === 'switch' ? 'switch' : undefined}
          aria-describedby={description || error ? id : undefined}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        {label}
      </label>
      {(description || error) && (
        <p id={id} className={classes.about}>
          {description} {error && <span className={classes.fault}>{error}</span>}
        </p>
      )}
    </div>
  );
}

/** A switch with its label; the change happens immediately. */
export function Toggle(props: ToggleProps) {
  return <Choice {...props} kind="switch" />;
}

/** A check box with its label, for a form or a list. */
export function Checkbox(props: ToggleProps) {
  return <Choice {...props} kind="checkbox" />;
}

interface ChoiceOption {
  value: string;
  label: ReactNode;
  description?: ReactNode;
  disabled?: boolean;
}

interface ChoiceProps {
  value: string;
  onChange: (value: string) => void;
  options: readonly ChoiceOption[];
}

/** Radio buttons below each other, each with what it means. */
export function RadioField({ label, value, onChange, options }: ChoiceProps & { label: string }) {
  const id = useId();
  return (
    <div className={classes.radios} role="radiogroup" aria-labelledby={`${id}-label`}>
      <span id={`${id}-label`} className={classes.legend}>
        {label}
      </span>
      {options.map((option) => (
        <div key={option.value} className={classes.choice}>
          <label className={classes.label}>
            <input
              type="radio"
              className={classes.box}
              name={id}
              value={option.value}
              checked={option.value === value}
              aria-describedby={option.description ? `${id}-${option.value}` : undefined}
              onChange={() => onChange(option.value)}
            />
            {option.label}
          </label>
          {option.description && (
            <p id={`${id}-${option.value}`} className={classes.about}>
              {option.description}
            </p>
          )}
        </div>
      ))}
    </div>
  );
}

export interface SegmentsProps extends ChoiceProps {
  'aria-label'?: string;
  'aria-labelledby'?: string;
  /** As wide as its place. */
  fullWidth?: boolean;
  className?: string;
}

/** One of a few values side by side. */
export function Segments({ value, onChange, options, fullWidth, className, ...labelled }: SegmentsProps) {
  const id = useId();
  return (
    <div
      {...labelled}
      role="radiogroup"
      className={clsx(classes.segments, className)}
      data-wide={fullWidth || undefined}
    >
      {options.map((option) => (
        <label key={option.value} className={classes.segment}>
          <input
            type="radio"
            className="visually-hidden"
            name={id}
            value={option.value}
            checked={option.value === value}
            disabled={option.disabled}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </div>
  );
}
