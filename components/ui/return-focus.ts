/** What takes the focus in place of an element that is gone: the nearest of these around it, or its heading. */
const PLACES = 'fieldset, table, section, main';

/** Ends the watch of the focus that was given back last: the person has moved on. */
let endLast = () => {};

/** Gives the focus to the nearest place that is still in the page. @param around the elements around what is gone, innermost first */
function focusPlace(around: readonly Element[]): void {
  const place = around.find((element) => element.isConnected && element.matches(PLACES));
  const target = place?.querySelector<HTMLElement>(place.matches('section, main') ? 'h1, h2, h3' : 'legend') ?? place;
  if (!(target instanceof HTMLElement)) return;
  if (!target.hasAttribute('tabindex')) target.tabIndex = -1;
  target.focus({ preventScroll: true });
}

/**
 * Remembers what has the focus before a dialog opens or a request is sent, which disables its button.
 * @returns gives the focus back, and to the heading or the table around it when it goes away later, as a button in a deleted row
 * does; until the person moves the focus
 */
export function rememberFocus(): () => void {
  const origin = document.activeElement;
  if (!(origin instanceof HTMLElement) || origin === document.body) return () => {};
  const around: Element[] = [];
  for (let element = origin.parentElement; element; element = element.parentElement) around.push(element);
  return () => {
    endLast();
    const moved = new AbortController();
    const restore = () => {
      if (moved.signal.aborted || document.activeElement === origin) return;
      if (document.activeElement !== document.body) return moved.abort();
      if (!origin.isConnected) {
        moved.abort();
        focusPlace(around);
      } else if (!origin.matches(':disabled')) origin.focus({ preventScroll: true });
    };
    const observer = new MutationObserver(restore);
    observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] });
    moved.signal.addEventListener('abort', () => observer.disconnect());
    const { signal } = moved;
    document.addEventListener('focusin', ({ target }) => target !== origin && moved.abort(), { signal });
    document.addEventListener('pointerdown', () => moved.abort(), { signal });
    const isLost = () => !origin.isConnected || origin.matches(':disabled');
    // An element that is removed or disabled loses the focus too.
    document.addEventListener('focusout', () => setTimeout(() => isLost() || moved.abort()), { signal });
    endLast = () => moved.abort();
    restore();
  };
}
