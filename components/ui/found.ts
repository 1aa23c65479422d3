/** Something that the search leads to. */
export interface Found {
  group: 'On now' | 'Experiences';
  href: string;
  label: string;
  about: string;
}
