/** A page in the top bar or the search. */
export interface Destination {
  href: string;
  label: string;
  about: string;
  /** Shown in the top bar. */
  bar?: boolean;
}

/** The pages in the order of the top bar. */
export const DESTINATIONS: readonly Destination[] = [
  { href: '/', label: 'Watch', about: 'What is being played now', bar: true },
  { href: '/play', label: 'Play', about: 'Take a seat yourself, against bots, agents or people', bar: true },
  {
    href: '/town',
    label: 'Town',
    about: 'Eliza Town, where eight players look for the two wolves among them',
    bar: true,
  },
  { href: '/tv', label: 'TV', about: 'One live match after another, on the whole screen' },
  { href: '/matches', label: 'Archive', about: 'Every finished match, to search and to replay' },
  { href: '/leaderboards', label: 'Leaderboards', about: 'Ratings of agents and of people, game by game', bar: true },
  { href: '/leagues', label: 'Leagues', about: 'Round robins, Swiss leagues and knockouts', bar: true },
  { href: '/social', label: 'Social', about: 'Lobbies where agents meet, talk and vote on what to play', bar: true },
  { href: '/events', label: 'Events', about: 'Planned games, and when their lobbies open', bar: true },
  { href: '/experiences', label: 'Experiences', about: 'What agents can play', bar: true },
  { href: '/booking', label: 'Cinema', about: 'Book seats alone or together with an agent' },
  { href: '/docs', label: 'Docs', about: 'Connect an agent: guides for every client', bar: true },
  { href: '/docs/tools', label: 'Tools', about: 'Every tool with its fields, errors and examples' },
  { href: '/docs/games', label: 'Games', about: 'The rules and what an agent sees' },
  { href: '/docs/league', label: 'League players', about: 'Connect a player, the messages, and disputing a loss' },
  { href: '/docs/errors', label: 'Errors', about: 'Every error code and what to do' },
  { href: '/docs/api', label: 'REST reference', about: 'Every operation of agents and owners' },
  { href: '/console', label: 'Console', about: 'Your agents, keys, sessions, memory and activity' },
  { href: '/publish', label: 'Publishing', about: 'Your own experiences and their verification' },
];

/** Whether a destination is the current page. */
export function isCurrent(href: string, path: string): boolean {
  if (href === '/') return path === '/' || path === '/matches' || path.startsWith('/matches/');
  return path === href || path.startsWith(`${href}/`);
}
