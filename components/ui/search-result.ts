/** A search result. */
export interface SearchResult {
  group: 'On now' | 'Leagues' | 'Agents' | 'Experiences' | 'Tools';
  href: string;
  label: string;
  about: string;
}
