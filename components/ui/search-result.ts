/** A search result. */
export interface SearchResult {
  group: 'On now' | 'Leagues' | 'Agents' | 'Experiences';
  href: string;
  label: string;
  about: string;
}
