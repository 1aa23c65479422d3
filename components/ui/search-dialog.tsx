'use client';

import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useRouter } from 'next/navigation';
import { type KeyboardEvent, useEffect, useId, useMemo, useState } from 'react';
import { DESTINATIONS } from './destinations';
import { Dialog } from './dialog';
import { Link } from './link';
import type { Destination } from './navigation';
import classes from './search.module.css';
import type { SearchResult } from './search-result';

const idOf = ({ group, href }: SearchLine) => `${group} ${href}`;

/** How far a key moves the choice; null for other keys. */
const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** The dialog of the search: finds pages, live matches, leagues, agents, experiences and tools. */
export function SearchDialog({ onClose }: { onClose: () => void }) {
  const router = useRouter();
  const listId = useId();
  const [query, setQuery] = useState('');
  const [asked, setAsked] = useState<string | null>(null);
  const { results, state } = useSearch(query);
  const found = useMemo(() => groupLines(query, results, state === 'done'), [query, results, state]);
  const isNothingFound = found.length === 0 && state === 'done';
  const groups = isNothingFound ? ALL_PAGES : found;
  const lines = groups.flatMap((group) => group.lines);
  // With words the first line is chosen, so that Enter opens it, also when results that arrive replace the chosen one.
  const first = query.trim() === '' || isNothingFound ? undefined : lines[0];
  const chosen = lines.find((line) => idOf(line) === asked) ?? first;
  const elementId = (line: SearchLine) => `${listId}-${lines.indexOf(line)}`;
  const chosenId = chosen && elementId(chosen);

  useEffect(() => {
    if (chosenId) document.getElementById(chosenId)?.scrollIntoView({ block: 'nearest' });
  }, [chosenId]);

  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step !== undefined && lines.length > 0) {
      event.preventDefault();
      const at = chosen ? lines.indexOf(chosen) + step : step > 0 ? 0 : -1;
      setAsked(idOf(lines.at(at % lines.length) as SearchLine));
    } else if (event.key === 'Enter' && chosen && !event.nativeEvent.isComposing) {
      event.preventDefault();
      onClose();
      router.push(chosen.href);
    }
  };

  return (
    <Dialog title="Search" className={classes.dialog} onClose={onClose} bare>
      <div className={classes.field}>
        <IconSearch size={18} stroke={1.75} aria-hidden />
        <input
          className={classes.input}
          role="combobox"
          aria-label="Search"
          aria-expanded={lines.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={chosenId}
          placeholder="Pages, matches, leagues, agents, experiences, tools…"
          autoComplete="off"
          spellCheck={false}
          value={query}
          onChange={(event) => {
            setQuery(event.currentTarget.value);
            setAsked(null);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <p className={classes.message} role="status">
        {found.length === 0 || state === 'failed' ? MESSAGES[state] : ''}
      </p>
      <div id={listId} className={classes.list} role="listbox" aria-label="Results">
        {groups.map((group) => (
          <Group key={group.name} group={group} query={query} chosen={chosen} elementId={elementId} onOpen={onClose} />
        ))}
      </div>
    </Dialog>
  );
}

const MESSAGES: Readonly<Record<SearchState, string>> = {
  failed: 'The search does not answer. Try again in a moment.',
  searching: 'Searching…',
  done: 'Nothing is called that. Try fewer words, or open one of these pages.',
};

interface GroupProps {
  group: SearchGroup;
  query: string;
  chosen: SearchLine | undefined;
  elementId: (line: SearchLine) => string;
  onOpen: () => void;
}

function Group({ group: { name, lines }, query, chosen, elementId, onOpen }: GroupProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be in a list of options.
    <div role="group" aria-label={name}>
      <div className={classes.group} aria-hidden>
        {name}
      </div>
      {lines.map((line) => (
        <Link
          key={line.href}
          id={elementId(line)}
          className={classes.line}
          href={line.href}
          role="option"
          aria-selected={line === chosen}
          tabIndex={-1}
          onClick={onOpen}
        >
          <span className={classes.label}>
            <Marked text={line.label} query={query} />
          </span>
          <span className={classes.about}>{line.about}</span>
        </Link>
      ))}
    </div>
  );
}

function Marked({ text, query }: { text: string; query: string }) {
  let at = 0;
  return markWords(text, query).map(({ part, isWord }) => {
    const key = at;
    at += part.length;
    return isWord ? <mark key={key}>{part}</mark> : <span key={key}>{part}</span>;
  });
}

/** One line of the search: an address under the name of its group. */
interface SearchLine {
  group: string;
  href: string;
  label: string;
  about: string;
}

/** Groups in the order in which they are shown. */
const GROUPS = ['On now', 'Leagues', 'Agents', 'Experiences', 'Pages', 'Docs', 'Errors', 'Tools'];

interface SearchGroup {
  name: string;
  lines: SearchLine[];
}

const wordsOf = (query: string): string[] => query.toLowerCase().split(/\s+/).filter(Boolean);

/**
 * The pages that have every word of the query in any place, and the results, in groups. `isAnswer`: the results answer this
 * query, also by words that they do not show; results of the query before are kept where they have its words.
 */
export function groupLines(query: string, results: readonly SearchResult[], isAnswer: boolean): SearchGroup[] {
  const words = wordsOf(query);
  const hasWords = ({ label, about, keywords = '' }: Omit<Destination, 'href'>) => {
    const text = `${label} ${about} ${keywords}`.toLowerCase();
    return words.every((word) => text.includes(word));
  };
  const pages = DESTINATIONS.map((page) => ({ ...page, group: 'Pages' }));
  const found = [...(isAnswer ? results : results.filter(hasWords)), ...pages.filter(hasWords)];
  return GROUPS.map((name) => ({ name, lines: found.filter(({ group }) => group === name) })).filter(
    ({ lines }) => lines.length > 0,
  );
}

/** What a search without hits offers. */
const ALL_PAGES: readonly SearchGroup[] = groupLines('', [], false);

/** A text in parts: those that are words of the query, and those between. */
export function markWords(text: string, query: string): { part: string; isWord: boolean }[] {
  const words = wordsOf(query).map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  if (words.length === 0) return [{ part: text, isWord: false }];
  return text
    .split(new RegExp(`(${words.join('|')})`, 'gi'))
    .map((part, index) => ({ part, isWord: index % 2 === 1 }))
    .filter(({ part }) => part !== '');
}

const TYPING_MS = 150;

type SearchState = 'searching' | 'done' | 'failed';

/** What the server finds for a query, a moment after the last key. The results before stay until the next ones arrive. */
function useSearch(query: string): { results: readonly SearchResult[]; state: SearchState } {
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
