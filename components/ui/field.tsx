'use client';
import { IconEye, IconEyeOff, IconX } from '@tabler/icons-react';
import clsx from 'clsx';
import { type ComponentPropsWithRef, type FormEvent, type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { IconButton } from './button';
import classes from './field.module.css';
import { describeFault } from './field-fault';

/** What every field has around its input. */
interface FieldProps {
  /** Without one, the input needs an `aria-label`. */
  label?: ReactNode;
  /** What to enter, above the input. */
  description?: ReactNode;
  /** What is wrong with the value, below the input. */
  error?: ReactNode;
  className?: string;
}

type Native<Tag extends 'input' | 'select' | 'textarea'> = Omit<ComponentPropsWithRef<Tag>, 'size' | 'className'>;

/** The ids and ARIA attributes that join an input with its label, description and fault. */
function useFieldIds({ description, error }: FieldProps, givenId?: string) {
  const ownId = useId();
  const id = givenId ?? ownId;
  const describedBy = [description && `${id}-about`, error && `${id}-fault`].filter(Boolean).join(' ');
  return { id, 'aria-invalid': error ? true : undefined, 'aria-describedby': describedBy || undefined };
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/**
 * What the browser finds wrong when a form is sent, below the control in our words in place of the browser's bubble. The first
 * such control of the form gets the focus.
 */
function useOwnFault() {
  const [fault, setFault] = useState<string | null>(null);
  return {
    fault,
    watch: {
      onInvalid(event: FormEvent<Control>) {
        event.preventDefault();
        const control = event.currentTarget;
        setFault(describeFault(control));
        const first = [...(control.form?.elements ?? [])].find((one) => one.matches(':invalid:not(fieldset)'));
        if (!first || first === control) control.focus();
      },
      onInput({ currentTarget }: FormEvent<Control>) {
        if (fault !== null && currentTarget.validity.valid) setFault(null);
      },
    },
  };
}

/** The label, the description and the fault around an input. */
function Frame({
  id,
  label,
  description,
  error,
  className,
  children,
}: FieldProps & { id: string; children: ReactNode }) {
  return (
    <div className={clsx(classes.field, className)}>
      {label && (
        <label className={classes.label} htmlFor={id}>
          {label}
        </label>
      )}
      {description && (
        <p id={`${id}-about`} className={classes.about}>
          {description}
        </p>
      )}
      {children}
      {error && (
        <p id={`${id}-fault`} className={classes.fault}>
          {error}
        </p>
      )}
    </div>
  );
}

export type TextFieldProps = FieldProps & Native<'input'> & { /** At the beginning of the input. */ icon?: ReactNode };

/** An input of one line. */
export function TextField({ label, description, error, className, icon, id: givenId, ...own }: TextFieldProps) {
  const { fault, watch } = useOwnFault();
  const frame = { label, description, error: fault ?? error, className };
  const ids = useFieldIds(frame, givenId);
  const input = <input type="text" {...own} {...ids} {...watch} className={classes.control} />;
  return (
    <Frame id={ids.id} {...frame}>
      {icon ? (
        <span className={classes.withIcon}>
          <span className={classes.icon}>{icon}</span>
          {input}
        </span>
      ) : (
        input
      )}
    </Frame>
  );
}

export type SecretFieldProps = FieldProps & Native<'input'>;

/** A password, or another secret, that can be shown. */
export function SecretField({ label, description, error, className, id: givenId, ...own }: SecretFieldProps) {
  const { fault, watch } = useOwnFault();
  const frame = { label, description, error: fault ?? error, className };
  const ids = useFieldIds(frame, givenId);
  const [isShown, setShown] = useState(false);
  return (
    <Frame id={ids.id} {...frame}>
      <span className={classes.withButton}>
        <input {...own} {...ids} {...watch} type={isShown ? 'text' : 'password'} className={classes.control} />
        <IconButton
          className={classes.inside}
          variant="subtle"
          aria-label={`Show the ${typeof label === 'string' ? label.toLowerCase() : 'text'}`}
          aria-pressed={isShown}
          onClick={() => setShown(!isShown)}
        >
          {isShown ? <IconEyeOff size={16} aria-hidden /> : <IconEye size={16} aria-hidden />}
        </IconButton>
      </span>
    </Frame>
  );
}

export type NumberFieldProps = FieldProps &
  Omit<Native<'input'>, 'value' | 'onChange'> & {
    value: number | '';
    /** Gets '' while the input contains no number. */
    onChange: (value: number | '') => void;
  };

/** A number with the browser's own buttons. */
export function NumberField({ label, description, error, className, id: givenId, onChange, ...own }: NumberFieldProps) {
  const { fault, watch } = useOwnFault();
  const frame = { label, description, error: fault ?? error, className };
  const ids = useFieldIds(frame, givenId);
  return (
    <Frame id={ids.id} {...frame}>
      <input
        inputMode="decimal"
        {...own}
        {...ids}
        {...watch}
        type="number"
        className={classes.control}
        onChange={({ currentTarget }) =>
          onChange(Number.isNaN(currentTarget.valueAsNumber) ? '' : currentTarget.valueAsNumber)
        }
      />
    </Frame>
  );
}

/** A text of several lines. It grows with its text from `rows` to `maxRows`. */
export function TextAreaField({
  label,
  description,
  error,
  className,
  id: givenId,
  rows = 2,
  maxRows,
  isCode,
  ...own
}: FieldProps & Native<'textarea'> & { maxRows?: number /** The text is code. */; isCode?: boolean }) {
  const { fault, watch } = useOwnFault();
  const frame = { label, description, error: fault ?? error, className };
  const ids = useFieldIds(frame, givenId);
  return (
    <Frame id={ids.id} {...frame}>
      <textarea
        {...own}
        {...ids}
        {...watch}
        rows={rows}
        className={classes.control}
        data-code={isCode || undefined}
        style={{ minHeight: `calc(${rows}lh + 18px)`, maxHeight: maxRows ? `calc(${maxRows}lh + 18px)` : undefined }}
      />
    </Frame>
  );
}

export type Option = string | { value: string; label: string; disabled?: boolean };

const toOption = (option: Option) => (typeof option === 'string' ? { value: option, label: option } : option);

/** The browser's own list of options. */
export function SelectField({
  label,
  description,
  error,
  className,
  id: givenId,
  options,
  ...own
}: FieldProps & Native<'select'> & { options: readonly Option[] }) {
  const { fault, watch } = useOwnFault();
  const frame = { label, description, error: fault ?? error, className };
  const ids = useFieldIds(frame, givenId);
  return (
    <Frame id={ids.id} {...frame}>
      <select {...own} {...ids} {...watch} className={classes.control}>
        {options.map(toOption).map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </select>
    </Frame>
  );
}

export interface WordsFieldProps extends FieldProps {
  value: readonly string[];
  onChange: (value: string[]) => void;
  /** The only words that can be chosen; without them any word can be written. */
  options?: readonly string[];
  max?: number;
  name?: string;
  placeholder?: string;
}

/** Several words, each with a button that removes it. Enter, a comma or a space adds what is written. */
export function WordsField({ value, onChange, options, max = 100, name, placeholder, ...frame }: WordsFieldProps) {
  const ids = useFieldIds(frame);
  const [draft, setDraft] = useState('');
  const listId = `${ids.id}-options`;
  const left = options?.filter((option) => !value.includes(option));
  const isAllowed = (word: string) => word !== '' && !value.includes(word) && (!options || options.includes(word));
  const add = (text: string) => {
    const words = [...new Set(text.split(/[\s,]+/))].filter(isAllowed).slice(0, max - value.length);
    if (words.length > 0) onChange([...value, ...words]);
    setDraft('');
  };
  const write = (text: string) => {
    const isWhole = options ? options.includes(text) : /[\s,]/.test(text);
    if (isWhole) add(text);
    else setDraft(text);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && draft !== '') {
      event.preventDefault();
      add(draft);
    }
    if (event.key === 'Backspace' && draft === '') onChange(value.slice(0, -1));
  };
  return (
    <Frame id={ids.id} {...frame}>
      <span className={classes.words}>
        {value.map((word) => (
          <span key={word} className={classes.word}>
            {word}
            <button
              type="button"
              className={classes.remove}
              aria-label={`Remove ${word}`}
              onClick={() => onChange(value.filter((one) => one !== word))}
            >
              <IconX size={12} aria-hidden />
            </button>
          </span>
        ))}
        <input
          {...ids}
          name={name}
          className={classes.draft}
          value={draft}
          list={left && listId}
          placeholder={placeholder}
          disabled={value.length >= max}
          autoComplete="off"
          onChange={(event) => write(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          onBlur={() => add(draft)}
        />
      </span>
      {left && (
        <datalist id={listId}>
          {left.map((option) => (
            <option key={option} value={option} />
          ))}
        </datalist>
      )}
    </Frame>
  );
}
