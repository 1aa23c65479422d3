import { type ReactNode, useRef } from 'react';
import { Button } from '@/components/ui/button';
import { SelectField, TextAreaField, TextField } from '@/components/ui/field';
import classes from './manifest-form.module.css';
import { type ArgumentField, type ArgumentTexts, itemsOf, MAX_ITEMS, textOf, withoutItem } from './tool-arguments';

interface FormProps {
  texts: ArgumentTexts;
  faults: ArgumentTexts;
  onChange: (texts: ArgumentTexts) => void;
}

/** The input of one argument, with those of its parts. */
export function ArgumentInput({ field, ...form }: FormProps & { field: ArgumentField }) {
  const label = field.isRequired ? field.name : `${field.name} (optional)`;
  const { description, pointer } = field;
  if (field.input === 'object') {
    return (
      <Parts label={label} description={description}>
        {field.fields.map((part) => (
          <ArgumentInput key={part.pointer} field={part} {...form} />
        ))}
      </Parts>
    );
  }
  if (field.input === 'list') return <ListInput field={field} label={label} {...form} />;
  const write = (text: string) => form.onChange(new Map(form.texts).set(pointer, text));
  const common = {
    name: pointer,
    label,
    description,
    value: textOf(field, form.texts),
    error: form.faults.get(pointer),
  };
  if (field.input === 'json') {
    const { error: fault, ...json } = common;
    return <JsonInput {...json} label={`${label} as JSON`} fault={fault} onChange={write} />;
  }
  const onChange = (event: { currentTarget: { value: string } }) => write(event.currentTarget.value);
  if (field.input === 'choice') {
    const nothing = { value: '', label: field.isRequired ? 'Choose…' : 'Left out' };
    const options = field.isRequired && field.options.length === 1 ? field.options : [nothing, ...field.options];
    return <SelectField {...common} onChange={onChange} options={options} />;
  }
  return <TextField {...common} onChange={onChange} inputMode={field.input === 'number' ? 'decimal' : 'text'} />;
}

function Parts({ label, description, children }: { label: string; description: string | null; children: ReactNode }) {
  return (
    <fieldset className={classes.parts}>
      <legend>{label}</legend>
      {description && <p className={classes.about}>{description}</p>}
      {children}
    </fieldset>
  );
}

/** The items of a list, each of which can be removed, and a button that adds one. */
function ListInput({ field, label, ...form }: FormProps & { field: ArgumentField; label: string }) {
  const list = useRef<HTMLDivElement>(null);
  const items = itemsOf(field, form.texts);

  function add() {
    form.onChange(new Map(form.texts).set(field.pointer, String(items.length + 1)));
    const first = `[name^="${CSS.escape(`${field.pointer}/${items.length}`)}"]`;
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>(first)?.focus());
  }

  function remove(index: number) {
    form.onChange(withoutItem(field, form.texts, index));
    list.current?.querySelector<HTMLElement>('[data-add]')?.focus();
  }

  return (
    <div ref={list}>
      <Parts label={label} description={field.description}>
        {items.map((item, index) => (
          <div key={item.pointer} className={classes.item}>
            <ArgumentInput field={item} {...form} />
            <Button
              variant="default"
              size="compact-sm"
              aria-label={`Remove ${item.name}`}
              onClick={() => remove(index)}
            >
              Remove
            </Button>
          </div>
        ))}
        <Button data-add variant="default" size="compact-sm" disabled={items.length >= MAX_ITEMS} onClick={add}>
          Add an item to {field.name}
        </Button>
      </Parts>
    </div>
  );
}

/** A text area for JSON. */
export function JsonInput({
  label,
  description,
  name,
  value,
  fault,
  onChange,
}: {
  label: string;
  description?: string | null;
  name?: string;
  value: string;
  fault: string | undefined;
  onChange: (value: string) => void;
}) {
  return (
    <TextAreaField
      label={label}
      description={description}
      name={name}
      isCode
      value={value}
      error={fault}
      onChange={(event) => onChange(event.currentTarget.value)}
      rows={2}
      maxRows={16}
      spellCheck={false}
    />
  );
}
