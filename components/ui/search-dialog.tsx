'use client';
import './dialog-styles';
import '@mantine/core/styles/Input.layer.css';
import '@mantine/spotlight/styles.layer.css';
import { useDebouncedValue } from '@mantine/hooks';
import {
  Spotlight,
  type SpotlightActionData,
  type SpotlightActionGroupData,
  type SpotlightFilterFunction,
  spotlight,
} from '@mantine/spotlight';
import { IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useEffect, useState } from 'react';
import { MantineScope } from './mantine-scope';
import { DESTINATIONS, type Destination } from './navigation';
import { QueryProvider } from './query-provider';
import classes from './search.module.css';
import type { SearchResult } from './search-result';

const TYPING_MS = 150;
const FRESH_MS = 5_000;

async function find(words: string, signal: AbortSignal): Promise<SearchResult[]> {
  const answer = await fetch(`/find?q=${encodeURIComponent(words)}`, { signal });
  if (!answer.ok) throw new Error(`The search answered ${answer.status}.`);
  return answer.json();
}

/** Results that arrive while the visitor types can remove the chosen line; then the first one is chosen, so that Enter opens it. */
function chooseFirst(): void {
  const lines = document.querySelectorAll<HTMLElement>('[role="dialog"] [data-action]');
  if (![...lines].some((line) => line.dataset.selected)) lines[0]?.setAttribute('data-selected', 'true');
}

/** Keeps the lines that have every word of the query, wherever it stands. */
const filterByWords: SpotlightFilterFunction = (query, groups) => {
  const words = query.toLowerCase().split(/\s+/);
  const hasWords = ({ label, description, keywords }: SpotlightActionData) => {
    const text = `${label} ${description} ${keywords}`.toLowerCase();
    return words.every((word) => text.includes(word));
  };
  return groups.flatMap((group) => {
    const actions = 'actions' in group ? group.actions.filter(hasWords) : [];
    return actions.length > 0 ? [{ ...group, actions }] : [];
  });
};

/** The dialog of the search: finds pages, live matches, leagues, agents, experiences and tools. Each `opening` opens it. */
export function SearchDialog({ opening }: { opening: number }) {
  return (
    <MantineScope>
      <QueryProvider>
        <Finder opening={opening} />
      </QueryProvider>
    </MantineScope>
  );
}

function Finder({ opening }: { opening: number }) {
  const router = useRouter();
  const [isOpen, setOpen] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new number opens the dialog
  useEffect(() => spotlight.open(), [opening]);
  const [query, setQuery] = useState('');
  const [words] = useDebouncedValue(query.trim(), TYPING_MS);
  const {
    data = [],
    isFetching,
    isError,
  } = useQuery({
    queryKey: ['find', words],
    queryFn: ({ signal }) => find(words, signal),
    enabled: isOpen,
    staleTime: FRESH_MS,
    placeholderData: keepPreviousData,
  });

  useEffect(() => {
    if (isOpen && words !== '' && data) chooseFirst();
  }, [isOpen, words, data]);

  const action = (group: string, { href, label, about, keywords = '' }: Destination): SpotlightActionData => ({
    id: `${group} ${href}`,
    label,
    description: about,
    keywords,
    onClick: () => router.push(href),
  });
  const groupOf = (group: SearchResult['group']): SpotlightActionGroupData => ({
    group,
    actions: data.filter((found) => found.group === group).map((found) => action(group, found)),
  });
  const pages = { group: 'Pages', actions: DESTINATIONS.map((page) => action('Pages', page)) };
  return (
    <Spotlight
      actions={[
        groupOf('On now'),
        groupOf('Leagues'),
        groupOf('Agents'),
        groupOf('Experiences'),
        pages,
        groupOf('Tools'),
      ].filter(({ actions }) => actions.length > 0)}
      filter={filterByWords}
      query={query}
      onQueryChange={setQuery}
      onSpotlightOpen={() => setOpen(true)}
      onSpotlightClose={() => setOpen(false)}
      shortcut={null}
      highlightQuery
      classNames={{ action: classes.action }}
      attributes={{ content: { 'aria-label': 'Search' } }}
      scrollable
      maxHeight={420}
      nothingFound={
        isError
          ? 'The search does not answer. Try again in a moment.'
          : isFetching
            ? 'Searching…'
            : 'Nothing is called that.'
      }
      searchProps={{
        leftSection: <IconSearch size={18} stroke={1.75} aria-hidden />,
        placeholder: 'Pages, matches, leagues, agents, experiences, tools…',
        'aria-label': 'Search',
      }}
    />
  );
}
