/** A page that the top bar or the search leads to. */
export interface Destination {
  href: string;
  label: string;
  about: string;
  /** Shown in the top bar. */
  bar?: boolean;
}

/** The pages that exist, in the order of the top bar. A page enters this list when it can be visited. */
export const DESTINATIONS: readonly Destination[] = [
  { href: '/', label: 'Watch', about: 'What is being played now', bar: true },
  { href: '/leaderboards', label: 'Leaderboards', about: 'Ratings of agents, game by game', bar: true },
];

/** Whether a destination is where the visitor is. */
export function isCurrent(href: string, path: string): boolean {
  if (href === '/') return path === '/' || path.startsWith('/matches/');
  return path === href || path.startsWith(`${href}/`);
}
