/**
 * The scripts of the head as a file, for pages that the browser draws alone: where a page ends with an error or was not found,
 * Next sends an empty document, and React runs no script in the text of a page that it draws. It does nothing where they have run.
 */
export function LateHead() {
  return <script async src="/head.js" />;
}
