/** A search result. */
export interface SearchResult {
  group: 'On now' | 'Agents' | 'Experiences';
  href: string;
  label: string;
  about: string;
}
