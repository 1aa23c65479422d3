/** The first part of the paths that other pages may show in a frame. */
export const FRAMED_SEGMENT = 'embed';

/** The theme that the address of a framed page asks for; undefined elsewhere, where the visitor chooses. */
export function framedScheme({ pathname, search }: { pathname: string; search: string }): 'dark' | 'light' | undefined {
  if (!pathname.startsWith(`/${FRAMED_SEGMENT}/`)) return undefined;
  return new URLSearchParams(search).get('theme') === 'light' ? 'light' : 'dark';
}
