'use client';
import { useCallback, useState } from 'react';
import type { TownSnapshot } from '@/lib/domain/werewolf';
import { arrive, type Figures, nextFigures, standingFigures } from './figures';

/** The figures of a town, and a function that says that one has come to the end of its way. */
export function useFigures(town: TownSnapshot): [Figures, (key: string) => void] {
  const [last, setKnown] = useState(() => ({ town, figures: standingFigures(town) }));
  // The figures follow from the change of the town, not from the town alone.
  if (last.town !== town) setKnown({ town, figures: nextFigures(last.figures, last.town, town) });
  const noteArrival = useCallback(
    (key: string) => setKnown((before) => ({ ...before, figures: arrive(before.figures, key) })),
    [],
  );
  return [last.figures, noteArrival];
}
