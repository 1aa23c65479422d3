/** At the latest after this time a task runs on a page that never rests. */
const MAX_WAIT_MS = 3000;

/** Runs a task when the page has loaded and rests. @returns cancels it */
export function whenIdle(run: () => void): () => void {
  let cancel = () => {};
  const wait = () => {
    // Safari has no idle callbacks.
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(run, 200);
      cancel = () => clearTimeout(timer);
      return;
    }
    const id = requestIdleCallback(run, { timeout: MAX_WAIT_MS });
    cancel = () => cancelIdleCallback(id);
  };
  if (document.readyState === 'complete') wait();
  else {
    window.addEventListener('load', wait, { once: true });
    cancel = () => window.removeEventListener('load', wait);
  }
  return () => cancel();
}
