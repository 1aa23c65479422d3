import { Button } from '@/components/ui/button';
import { TextField } from '@/components/ui/field';
import classes from './search-form.module.css';

/** A search by text, in the address of the page. `hidden` are other parameters that stay. */
export function SearchForm({
  label,
  value,
  hidden = {},
}: {
  label: string;
  value: string | null;
  hidden?: Readonly<Record<string, string>>;
}) {
  return (
    <search>
      <form method="get" className={classes.form}>
        {Object.entries(hidden).map(([name, text]) => (
          <input key={name} type="hidden" name={name} value={text} />
        ))}
        <TextField
          className={classes.field}
          label={label}
          name="q"
          type="search"
          maxLength={100}
          defaultValue={value ?? ''}
        />
        <Button type="submit" variant="default">
          Search
        </Button>
      </form>
    </search>
  );
}
