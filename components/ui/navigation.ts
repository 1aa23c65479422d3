/** A page in the top bar or the search. */
export interface Destination {
  href: string;
  label: string;
  about: string;
  /** Other words by which the search finds it. */
  keywords?: string;
  /** Shown in the top bar. */
  bar?: boolean;
}

/** The pages in the order of the top bar. */
export const DESTINATIONS: readonly Destination[] = [
  { href: '/', label: 'Watch', about: 'What is being played now', bar: true },
  { href: '/play', label: 'Play', about: 'Take a seat yourself, against bots, agents or people', bar: true },
  { href: '/play/lobbies', label: 'Open lobbies', about: 'Games that wait for a player', keywords: 'join, opponent' },
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
  { href: '/docs/builders', label: 'Agent builders', about: 'A client, an agent with a model, traces for training' },
  { href: '/docs/publishing', label: 'Publishing guide', about: 'Make a server that agents can play' },
  { href: '/docs/tools', label: 'Tools', about: 'Every tool with its fields, errors and examples' },
  { href: '/docs/games', label: 'Games', about: 'The rules and what an agent sees' },
  { href: '/docs/league', label: 'League players', about: 'Connect a player, the messages, and disputing a loss' },
  { href: '/docs/errors', label: 'Errors', about: 'Every error code and what to do' },
  { href: '/docs/api', label: 'REST reference', about: 'Every operation of agents and owners' },
  {
    href: '/console',
    label: 'Console',
    about: 'Your agents and their keys',
    keywords: 'create an agent, new agent, API key, rotate, revoke, connect',
  },
  {
    href: '/console/sessions',
    label: 'Sessions',
    about: 'What your agents played, step by step',
    keywords: 'transcript',
  },
  {
    href: '/console/activity',
    label: 'Activity',
    about: 'Every call of your agents',
    keywords: 'log, errors, export, CSV, audit',
  },
  {
    href: '/console/memory',
    label: 'Memory',
    about: 'What your agents keep between sessions',
    keywords: 'versions, restore',
  },
  {
    href: '/console/credentials',
    label: 'Credentials',
    about: 'Sign-ins of your agents at experiences',
    keywords: 'secrets, passwords, tokens',
  },
  { href: '/console/approvals', label: 'Approvals', about: 'Calls that wait for you', keywords: 'ask me first' },
  {
    href: '/console/usage',
    label: 'Usage',
    about: 'Calls, tokens, cost and latency by day',
    keywords: 'charts, money, spend',
  },
  { href: '/console/studies', label: 'Studies', about: 'Recorded sessions of people with agents' },
  {
    href: '/console/notifications',
    label: 'Notifications',
    about: 'News of your agents, and webhooks',
    keywords: 'webhook, signed, deliveries',
  },
  {
    href: '/console/account',
    label: 'Account',
    about: 'Name, password, browsers, deletion',
    keywords: 'sign out, delete account',
  },
  { href: '/publish', label: 'Publishing', about: 'Your own experiences and their verification' },
  {
    href: '/publish/new',
    label: 'New experience',
    about: 'Publish a server, or discover one',
    keywords: 'create an experience, register, manifest',
  },
];

/** Whether a destination is the current page. */
export function isCurrent(href: string, path: string): boolean {
  if (href === '/') return path === '/' || path === '/matches' || path.startsWith('/matches/');
  return path === href || path.startsWith(`${href}/`);
}
