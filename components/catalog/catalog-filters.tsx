'use client';
import { IconSearch, IconX } from '@tabler/icons-react';
import { parseAsBoolean, parseAsString, useQueryStates } from 'nuqs';
import { Button } from '@/components/ui/button';
import { TextField } from '@/components/ui/field';
import { Toggle } from '@/components/ui/toggle';
import { useTypedFilter } from '@/components/ui/use-typed-filter';
import classes from './catalog-filters.module.css';

/** Search and filters of the catalog, stored in the address; a change goes back to the first page. */
export function CatalogFilters() {
  const [filters, setFilters] = useQueryStates(
    {
      search: parseAsString,
      category: parseAsString,
      tag: parseAsString,
      online: parseAsBoolean,
      verified: parseAsBoolean,
      page: parseAsString,
    },
    { shallow: false, history: 'push' },
  );
  const [typed, setTyped] = useTypedFilter(
    filters.search,
    (search) => void setFilters({ search, page: null }, { history: 'replace' }),
  );

  return (
    <search className={classes.filters}>
      <TextField
        className={classes.search}
        aria-label="Search the experiences"
        placeholder="Name or word"
        icon={<IconSearch size={16} aria-hidden />}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        maxLength={200}
      />
      <Toggle
        label="Online now"
        checked={filters.online === true}
        onChange={(isOn) => void setFilters({ online: isOn || null, page: null })}
      />
      <Toggle
        label="Verified"
        checked={filters.verified === true}
        onChange={(isOn) => void setFilters({ verified: isOn || null, page: null })}
      />
      {(['category', 'tag'] as const).map((name) => {
        const value = filters[name];
        return value === null ? null : (
          <Button
            key={name}
            variant="light"
            size="compact-md"
            rightSection={<IconX size={14} aria-hidden />}
            onClick={() => void setFilters({ [name]: null, page: null })}
            aria-label={`Remove the ${name} ${value}`}
          >
            {name === 'tag' ? `#${value}` : value}
          </Button>
        );
      })}
    </search>
  );
}
