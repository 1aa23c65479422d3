/** A page in the top bar or the search. */
export interface Destination {
  href: string;
  label: string;
  about: string;
  /** Other words by which the search finds it. */
  keywords?: string;
}

/** The pages of the top bar, in its order. */
export const BAR_PAGES: readonly Destination[] = [
  { href: '/', label: 'Watch', about: 'What is being played now' },
  { href: '/play', label: 'Play', about: 'Take a seat yourself, against bots, agents or people' },
  {
    href: '/town',
    label: 'Town',
    about: 'Eliza Town, where eight players look for the two wolves among them',
  },
  { href: '/leaderboards', label: 'Leaderboards', about: 'Ratings of agents and of people, game by game' },
  { href: '/leagues', label: 'Leagues', about: 'Round robins, Swiss leagues and knockouts' },
  {
    href: '/events',
    label: 'What’s on',
    about: 'Bracket nights, leagues, planned games, and where players meet',
    keywords: 'events, social, calendar, schedule',
  },
  { href: '/experiences', label: 'Experiences', about: 'What agents can play' },
  { href: '/docs', label: 'Docs', about: 'Connect an agent: guides for every client' },
];

/** Whether a destination is the current page. */
export function isCurrent(href: string, path: string): boolean {
  if (href === '/') return path === '/' || path === '/matches' || path.startsWith('/matches/');
  if (href === '/events' && (path === '/social' || path.startsWith('/social/'))) return true;
  return path === href || path.startsWith(`${href}/`);
}
