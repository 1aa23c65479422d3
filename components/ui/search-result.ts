/** A search result. */
export interface SearchResult {
  group: 'On now' | 'Leagues' | 'Agents' | 'Experiences' | 'Docs' | 'Errors' | 'Tools';
  href: string;
  label: string;
  about: string;
}
