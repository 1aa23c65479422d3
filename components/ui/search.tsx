'use client';
import { Spotlight, type SpotlightActionData, type SpotlightActionGroupData, spotlight } from '@mantine/spotlight';
import { IconSearch } from '@tabler/icons-react';
import { useRouter } from 'next/navigation';
import { DESTINATIONS } from './navigation';

/** Opens the search, as ⌘K does. */
export function openSearch(): void {
  spotlight.open();
}

/** ⌘K: every page that exists. */
export function Search() {
  const router = useRouter();
  const pages: SpotlightActionData[] = DESTINATIONS.map((page) => ({
    id: page.href,
    label: page.label,
    description: page.about,
    onClick: () => router.push(page.href),
  }));
  const actions: SpotlightActionGroupData[] = [{ group: 'Pages', actions: pages }];
  return (
    <Spotlight
      actions={actions}
      shortcut={['mod + K']}
      highlightQuery
      scrollable
      maxHeight={420}
      nothingFound="Nothing is called that."
      searchProps={{
        leftSection: <IconSearch size={18} stroke={1.75} aria-hidden />,
        placeholder: 'Go to…',
        'aria-label': 'Search',
      }}
    />
  );
}
