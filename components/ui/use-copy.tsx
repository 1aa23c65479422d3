import { type ReactNode, useEffect, useState } from 'react';
import shared from './shared.module.css';

/** How long a button confirms that it has copied. */
const CONFIRMED_MS = 2000;

/** Copies as browsers did before there was `navigator.clipboard`, which pages of plain http do not have. */
function copySelection(text: string): boolean {
  const focused = document.activeElement as HTMLElement | null;
  const area = document.createElement('textarea');
  area.value = text;
  area.readOnly = true;
  // A modal dialog takes the focus from everything outside of it.
  (document.querySelector('dialog[open]') ?? document.body).append(area);
  area.focus({ preventScroll: true });
  area.select();
  const isCopied = document.execCommand('copy');
  area.remove();
  focused?.focus({ preventScroll: true });
  return isCopied;
}

/** Copies a text. @returns whether the browser has copied it */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelection(text);
  }
}

/** Copying by a button. `notice` says that the last text was not copied, null otherwise; it stands beside the button. */
export function useCopy(): { isCopied: boolean; notice: ReactNode; copy: (text: string) => void } {
  const [isCopied, setCopied] = useState<boolean | null>(null);
  useEffect(() => {
    if (!isCopied) return;
    const end = setTimeout(() => setCopied(null), CONFIRMED_MS);
    return () => clearTimeout(end);
  }, [isCopied]);
  return {
    isCopied: isCopied === true,
    notice: isCopied === false && (
      <span role="alert" className={shared.red}>
        Not copied: select the text and copy it.
      </span>
    ),
    copy: (text) => void copyText(text).then(setCopied),
  };
}
