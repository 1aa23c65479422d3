'use client';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { parseAsString, useQueryStates } from 'nuqs';
import { useEffect, useState } from 'react';
import classes from './history-filters.module.css';

const OUTCOMES = [
  { value: '', label: 'All outcomes' },
  { value: 'ok', label: 'Worked' },
  { value: 'error', label: 'Failed' },
];

const TYPING_MS = 400;

/** Filters of the activity and session pages, stored in the address; a change goes back to the newest line. */
export function HistoryFilters({
  agents,
  calls = false,
}: {
  agents: readonly { id: string; name: string }[];
  calls?: boolean;
}) {
  const [filters, setFilters] = useQueryStates(
    { agent: parseAsString, outcome: parseAsString, tool: parseAsString, cursor: parseAsString },
    { shallow: false, history: 'push' },
  );
  const [tool, setTool] = useState(filters.tool ?? '');
  const filtered = filters.agent !== null || filters.outcome !== null || filters.tool !== null;

  useEffect(() => setTool(filters.tool ?? ''), [filters.tool]);
  useEffect(() => {
    if (tool.trim() === (filters.tool ?? '')) return;
    const typed = setTimeout(() => void setFilters({ tool: tool.trim() || null, cursor: null }), TYPING_MS);
    return () => clearTimeout(typed);
  }, [tool, filters.tool, setFilters]);

  return (
    <search className={classes.filters}>
      <NativeSelect
        aria-label="Agent"
        value={filters.agent ?? ''}
        onChange={(event) => void setFilters({ agent: event.currentTarget.value || null, cursor: null })}
        data={[{ value: '', label: 'All agents' }, ...agents.map((agent) => ({ value: agent.id, label: agent.name }))]}
      />
      {calls && (
        <>
          <NativeSelect
            aria-label="Outcome"
            value={filters.outcome ?? ''}
            onChange={(event) => void setFilters({ outcome: event.currentTarget.value || null, cursor: null })}
            data={OUTCOMES}
          />
          <TextInput
            aria-label="Tool"
            placeholder="Tool, e.g. session.step"
            value={tool}
            onChange={(event) => setTool(event.currentTarget.value)}
          />
        </>
      )}
      {filtered && (
        <Button
          variant="subtle"
          onClick={() => void setFilters({ agent: null, outcome: null, tool: null, cursor: null })}
        >
          Clear
        </Button>
      )}
    </search>
  );
}
