'use client';
import { type ComponentType, useEffect, useState } from 'react';
import shared from './shared.module.css';

/** Says for some seconds, over the page, that a request got no answer. It is no component, because every page loads it. */
export function showNoAnswer(): void {
  const message = document.createElement('p');
  message.role = 'alert';
  message.className = shared.toast as string;
  message.textContent = 'Botplay does not answer. Try again.';
  document.body.append(message);
  setTimeout(() => message.remove(), 5_000);
}

/**
 * A part whose files are loaded when it is drawn. When they do not come it says so and calls `onClose` of its properties: drawn
 * again, it is loaded again. `lazy` would throw instead, for good, and the page with it.
 */
export function OnDemand<Props extends object>({
  load,
  given,
}: {
  load: () => Promise<ComponentType<Props>>;
  /** The properties of the part. */
  given: Props & { onClose?: () => void };
}) {
  const [Part, setPart] = useState<ComponentType<Props>>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is loaded once, and closed as it was when it was drawn.
  useEffect(() => {
    load().then(
      (part) => setPart(() => part),
      () => {
        showNoAnswer();
        given.onClose?.();
      },
    );
  }, []);
  return Part && <Part {...given} />;
}
