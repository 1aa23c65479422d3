/** A text for LIKE and ILIKE that stands for itself: what are wildcards there are letters here. */
export function likeText(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
