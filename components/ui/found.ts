/** A search result. */
export interface Found {
  group: 'On now' | 'Agents' | 'Experiences';
  href: string;
  label: string;
  about: string;
}
