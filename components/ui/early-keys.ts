/** In the page while a part that uses keys is not ready. */
export const PENDING = 'data-keys-pending';
/** Keys before the newest of these are dropped. */
const MAX_KEYS = 8;
/** A key that was pressed longer ago would surprise. */
const MAX_AGE_MS = 10_000;
/** What uses the keys itself. */
export const TYPING = 'input, textarea, select, [contenteditable]';

declare global {
  interface Window {
    /** The keys that were pressed while the page was not ready. */
    earlyKeys?: KeyboardEvent[];
  }
}

/**
 * Keeps the keys that are pressed while the page is not ready. A script of the page's head, because the first files of the
 * page come later than its first paint. It listens in the capture phase of the window: React stops the events of a part that
 * it has not hydrated at the document. No quotes and no `<`, `>` or `&`: they would be escaped.
 */
export const EARLY_KEYS_SCRIPT =
  'window.earlyKeys=[];addEventListener(`keydown`,function(event){if(!document.documentElement.dataset.ready)earlyKeys.push(event)},true)';

/** Marks the page as not ready: a part that uses keys is loading. */
export function markPending(): void {
  delete document.documentElement.dataset.ready;
}

/**
 * Marks the page as ready (`data-ready` of the root element) if no part that uses keys is loading, and sends the keys that
 * were pressed before, in order. Call it when a part is hydrated.
 */
export async function markReady(): Promise<void> {
  // Effects of this part that listen to keys run first.
  await nextTask();
  const root = document.documentElement;
  if (root.dataset.ready || document.querySelector(`[${PENDING}]`)) return;
  root.dataset.ready = 'true';
  const keys = window.earlyKeys?.splice(0).filter(mayAct).slice(-MAX_KEYS) ?? [];
  for (const { target, key, code, shiftKey } of keys) {
    target?.dispatchEvent(new KeyboardEvent('keydown', { key, code, shiftKey, bubbles: true, cancelable: true }));
    // A key acts on what the key before it has changed.
    await nextTask();
  }
}

const nextTask = () => new Promise((resolve) => setTimeout(resolve));

/** Whether a key that was kept may act now: what it was pressed for is still there and did not use it. */
function mayAct(event: KeyboardEvent): boolean {
  const { target } = event;
  if (event.defaultPrevented || event.repeat || event.altKey || event.ctrlKey || event.metaKey) return false;
  if (performance.now() - event.timeStamp > MAX_AGE_MS) return false;
  return target instanceof Element && target.isConnected && !target.closest(TYPING);
}
