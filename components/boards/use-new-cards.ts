'use client';
import { useState } from 'react';

/**
 * The new cards on the table, by key, with their order in the deal from 0. Cards of the first position are not new, and a
 * card keeps its order as long as it is on the table.
 */
export function useNewCards(keys: readonly string[]): ReadonlyMap<string, number> {
  const id = keys.join('|');
  const [table, setTable] = useState(() => ({ id, old: new Set(keys), turns: new Map<string, number>() }));
  if (table.id === id) return table.turns;
  const fresh = keys.filter((key) => !table.old.has(key));
  const kept = [...table.turns].filter(([key]) => keys.includes(key));
  const next = {
    id,
    old: new Set(keys),
    turns: new Map([...kept, ...fresh.map((key, turn): [string, number] => [key, turn])]),
  };
  setTable(next);
  return next.turns;
}
