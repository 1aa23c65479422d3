import { type ReactNode, useEffect, useState } from 'react';
import shared from './shared.module.css';

/** How long a button confirms that it has copied. */
const CONFIRMED_MS = 2000;

/** Copies a text. @returns whether the browser has copied it */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Loaded where it is needed: few pages are of plain http.
    return (await import('./copy-selection')).copySelection(text);
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
