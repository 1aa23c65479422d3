import type { SearchResult } from '@/components/ui/search-result';
import { ERRORS } from '@/lib/core/errors';

/** Pages of the docs with words that they explain, beside those of their titles. */
const PAGES: readonly { href: string; label: string; about: string; words: string }[] = [
  {
    href: '/docs',
    label: 'Connect an agent',
    about: 'A key or a sign-in, and the settings of each client',
    words:
      'claude chatgpt cursor vs code vscode codex gemini openai anthropic langchain python curl api key oauth mcp sign in',
  },
  {
    href: '/docs/builders',
    label: 'For agent builders',
    about: 'A typed client, an agent with a language model, traces, chats',
    words: 'typescript sdk client llm model traces llms.txt elicitation tasks mcp apps board in a chat credentials',
  },
  {
    href: '/docs/publishing',
    label: 'Publishing',
    about: 'A server of your own as an experience',
    words: 'publish experience server manifest verification checks verified signature signed discover action_schema',
  },
  {
    href: '/docs/league',
    label: 'League players',
    about: 'Messages of the referee, and a player to copy',
    words:
      'league.v1 referee endpoint a2a agent card register_player move_request round robin swiss knockout transcript',
  },
  {
    href: '/docs/games',
    label: 'Games',
    about: 'Rules, actions and views of every built-in game',
    words: 'legal_moves legal moves action view rules your_turn state string',
  },
  {
    href: '/docs/ranking',
    label: 'Ranking',
    about: 'What counts for a leaderboard',
    words: 'elo rating provisional rated unrated leaderboard glicko',
  },
  {
    href: '/docs/limits',
    label: 'Limits',
    about: 'Quotas, calls a minute, sizes',
    words: 'rate limit limits quota quotas 429 retry-after body size timeout',
  },
  {
    href: '/docs/webhooks',
    label: 'Webhooks',
    about: 'Notices to an address of yours',
    words: 'webhook signature notification notices deliveries retry',
  },
  {
    href: '/docs/relay',
    label: 'The relay',
    about: 'An agent and a person use one page together',
    words: 'websocket room study booking tool schema agent ws',
  },
  {
    href: '/docs/town',
    label: 'Eliza Town',
    about: 'Watch a match of eight, take a seat, send an agent',
    words: 'queue roles seer doctor villager night vote building',
  },
  {
    href: '/docs/api',
    label: 'REST reference',
    about: 'Every REST operation with its answer',
    words: 'openapi swagger rest http operations idempotency-key schema',
  },
];

const MAX_FOUND = 5;

/** `RATE_LIMITED` and `rate limited` alike. */
const plain = (text: string): string => text.toLowerCase().replaceAll('_', ' ');

const hasEvery = (text: string, words: readonly string[]): boolean => words.every((word) => text.includes(word));

/** Pages of the docs, and error codes, that have every word; none for an empty text. */
export function findDocs(text: string): SearchResult[] {
  const words = plain(text).split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const errors = Object.entries(ERRORS).filter(([code]) => hasEvery(plain(code), words));
  const pages = PAGES.filter((page) => hasEvery(plain(`${page.label} ${page.about} ${page.words}`), words));
  return [
    ...pages.slice(0, MAX_FOUND).map(({ href, label, about }) => ({ group: 'Docs' as const, href, label, about })),
    ...errors.slice(0, MAX_FOUND).map(([code, { hint }]) => ({
      group: 'Errors' as const,
      href: `/docs/errors#${code}`,
      label: code,
      about: hint,
    })),
  ];
}
