import { capitalize } from '@/components/ui/text';

/** Tags of built-in games whose words a visitor would have to look up. */
const TAG_LABELS: Readonly<Record<string, string>> = {
  board: 'Board games',
  cards: 'Card games',
  classic: 'Classics',
  'hidden-information': 'Something is hidden',
  league: 'Played in leagues',
  luck: 'Luck decides',
  'perfect-information': 'Nothing is hidden',
  quick: 'Quick games',
  simultaneous: 'All move together',
  'social-deduction': 'Find the liar',
  solo: 'Alone',
  talk: 'With talk',
  teams: 'In teams',
  votes: 'With votes',
};

/** A tag as people say it: "Nothing is hidden" for `perfect-information`, "Word guessing" for `word-guessing`. */
export function tagLabel(tag: string): string {
  return TAG_LABELS[tag] ?? capitalize(tag.replaceAll('-', ' '));
}
