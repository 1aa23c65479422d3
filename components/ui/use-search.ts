import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import type { SearchResult } from './search-result';

const TYPING_MS = 150;

export type SearchState = 'searching' | 'done' | 'failed';

/** What the server finds for a query, a moment after the last key. The results before stay until the next ones arrive. */
export function useSearch(query: string): { results: readonly SearchResult[]; state: SearchState } {
  const words = query.trim();
  const [asked] = useDebouncedValue(words, TYPING_MS);
  const [answer, setAnswer] = useState<{ asked: string; results: readonly SearchResult[]; failed: boolean } | null>(
    null,
  );
  useEffect(() => {
    const request = new AbortController();
    fetch(`/find?q=${encodeURIComponent(asked)}`, { signal: request.signal })
      .then((response) => (response.ok ? (response.json() as Promise<SearchResult[]>) : Promise.reject()))
      .then((results) => setAnswer({ asked, results, failed: false }))
      .catch(() => {
        if (!request.signal.aborted) setAnswer({ asked, results: [], failed: true });
      });
    return () => request.abort();
  }, [asked]);
  const isCurrent = answer?.asked === words;
  const state = isCurrent ? (answer.failed ? 'failed' : 'done') : 'searching';
  return { results: answer?.results ?? [], state };
}
