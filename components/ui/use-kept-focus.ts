import { type FocusEvent, useEffect, useRef } from 'react';

/**
 * Props of an element that takes the focus when the control in it that had the focus goes away or is disabled: the keyboard
 * would go on at the top of the page.
 */
export function useKeptFocus<Place extends HTMLElement>() {
  const ref = useRef<Place>(null);
  const hasFocus = useRef(false);
  useEffect(() => {
    if (hasFocus.current && document.activeElement === document.body) ref.current?.focus({ preventScroll: true });
  });
  return {
    ref,
    tabIndex: -1,
    onFocus: () => {
      hasFocus.current = true;
    },
    onBlur: ({ currentTarget, target, relatedTarget }: FocusEvent) => {
      // A button that is disabled while its request runs loses the focus too, although the person has not left it.
      if (relatedTarget === null && target.matches(':disabled')) return;
      hasFocus.current = currentTarget.contains(relatedTarget);
    },
  };
}
