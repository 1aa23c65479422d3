'use client';
import { useState } from 'react';

/**
 * Which of some cards are new on the table, by key: their turn in the dealing, from 0. What lay there when the board
 * came up is not dealt again, and a card keeps its turn as long as it lies there.
 */
export function useDealt(keys: readonly string[]): ReadonlyMap<string, number> {
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
