'use client';
import { IconX } from '@tabler/icons-react';
import { parseAsString, useQueryStates } from 'nuqs';
import { Button } from '@/components/ui/button';
import { SelectField, TextField } from '@/components/ui/field';
import { useTypedFilter } from '@/components/ui/use-typed-filter';
import classes from './history-filters.module.css';
import { TIME_RANGES } from './time-range';
import { USAGE_RANGES } from './usage-range';

const OUTCOMES = [
  { value: '', label: 'All outcomes' },
  { value: 'ok', label: 'Worked' },
  { value: 'error', label: 'Failed' },
];

const STATES = [
  { value: '', label: 'All sessions' },
  { value: 'active', label: 'Running' },
  { value: 'win', label: 'Won' },
  { value: 'loss', label: 'Lost' },
  { value: 'draw', label: 'Drawn' },
  { value: 'error', label: 'Failed' },
];

/** Filters of the activity and session pages, stored in the address; a change goes back to the newest line. */
export function HistoryFilters({
  agents,
  calls = false,
  sessions = false,
  usage = false,
  experiences = [],
}: {
  agents: readonly { id: string; name: string }[];
  /** Filters of calls. */
  calls?: boolean;
  /** Filters of sessions. */
  sessions?: boolean;
  /** Filters of the usage page. */
  usage?: boolean;
  /** To choose one from; without them an experience comes from a link only. */
  experiences?: readonly { id: string; name: string }[];
}) {
  const [filters, setFilters] = useQueryStates(
    {
      agent: parseAsString,
      outcome: parseAsString,
      tool: parseAsString,
      range: parseAsString,
      session: parseAsString,
      key: parseAsString,
      state: parseAsString,
      experience: parseAsString,
      days: parseAsString,
      cursor: parseAsString,
    },
    { shallow: false, history: 'push' },
  );
  const [tool, setTool] = useTypedFilter(filters.tool, (wanted) => void setFilters({ tool: wanted, cursor: null }));
  const { cursor: _, ...choices } = filters;
  const filtered = Object.values(choices).some((choice) => choice !== null);

  return (
    <search className={classes.filters}>
      <SelectField
        aria-label="Agent"
        value={filters.agent ?? ''}
        onChange={(event) => void setFilters({ agent: event.currentTarget.value || null, cursor: null })}
        options={[
          { value: '', label: 'All agents' },
          ...agents.map((agent) => ({ value: agent.id, label: agent.name })),
        ]}
      />
      {calls && (
        <>
          <SelectField
            aria-label="Outcome"
            value={filters.outcome ?? ''}
            onChange={(event) => void setFilters({ outcome: event.currentTarget.value || null, cursor: null })}
            options={OUTCOMES}
          />
          <SelectField
            aria-label="Range"
            value={filters.range ?? ''}
            onChange={(event) => void setFilters({ range: event.currentTarget.value || null, cursor: null })}
            options={[{ value: '', label: 'All time' }, ...TIME_RANGES.map(({ value, label }) => ({ value, label }))]}
          />
          <TextField
            aria-label="Tool"
            placeholder="Tool, e.g. session.step"
            value={tool}
            onChange={(event) => setTool(event.currentTarget.value)}
          />
        </>
      )}
      {experiences.length > 0 && (
        <SelectField
          aria-label="Experience"
          value={filters.experience ?? ''}
          onChange={(event) => void setFilters({ experience: event.currentTarget.value || null, cursor: null })}
          options={[
            { value: '', label: 'All experiences' },
            ...experiences.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      )}
      {sessions && (
        <SelectField
          aria-label="State"
          value={filters.state ?? ''}
          onChange={(event) => void setFilters({ state: event.currentTarget.value || null, cursor: null })}
          options={STATES}
        />
      )}
      {usage && (
        <SelectField
          aria-label="Range"
          value={filters.days ?? '30'}
          onChange={(event) => void setFilters({ days: event.currentTarget.value })}
          options={[...USAGE_RANGES]}
        />
      )}
      {filters.experience !== null && !experiences.some(({ id }) => id === filters.experience) && (
        <Button
          variant="default"
          rightSection={<IconX size={14} aria-hidden />}
          onClick={() => void setFilters({ experience: null, cursor: null })}
        >
          One experience
        </Button>
      )}
      {filters.session !== null && (
        <Button
          variant="default"
          rightSection={<IconX size={14} aria-hidden />}
          onClick={() => void setFilters({ session: null, cursor: null })}
        >
          One session
        </Button>
      )}
      {filters.key !== null && (
        <Button
          variant="default"
          rightSection={<IconX size={14} aria-hidden />}
          onClick={() => void setFilters({ key: null, cursor: null })}
        >
          One key
        </Button>
      )}
      {filtered && (
        <Button variant="subtle" onClick={() => void setFilters(null)}>
          Clear
        </Button>
      )}
    </search>
  );
}
