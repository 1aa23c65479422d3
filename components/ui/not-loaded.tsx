import type { ComponentType } from 'react';

function NotLoaded() {
  return <p role="alert">This part could not be loaded. Reload the page.</p>;
}

/**
 * A part of a page for `dynamic`, or a notice where its files do not come, as after a release: `dynamic` would throw, for good, and
 * the page with it.
 */
export const orNotLoaded = <Props,>(part: Promise<ComponentType<Props>>): Promise<ComponentType<Props>> =>
  part.catch(() => NotLoaded);
