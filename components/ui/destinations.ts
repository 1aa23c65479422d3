import { BAR_PAGES, type Destination } from './navigation';

/** The pages that the search finds: those of the top bar and the others, which no page loads before the search. */
export const DESTINATIONS: readonly Destination[] = [
  ...BAR_PAGES,
  { href: '/play/lobbies', label: 'Open lobbies', about: 'Games that wait for a player', keywords: 'join, opponent' },
  { href: '/tv', label: 'TV', about: 'One live match after another, on the whole screen' },
  { href: '/matches', label: 'Archive', about: 'Every finished match, to search and to replay' },
  { href: '/booking', label: 'Cinema', about: 'Book seats alone or together with an agent' },
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
