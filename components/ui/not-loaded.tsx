/**
 * What stands in place of a part whose files did not come, as after a release: `dynamic` would throw, for good, and the page
 * with it.
 */
export function NotLoaded() {
  return <p role="alert">This part could not be loaded. Reload the page.</p>;
}
