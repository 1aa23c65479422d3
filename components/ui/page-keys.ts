'use client';

import { type HotkeyItem, useHotkeys } from '@mantine/hooks';

const DIALOG = '[role="dialog"], [role="alertdialog"], dialog[open]';

/** An open dialog uses all keys, also when the focus is not in it. */
export const hasOpenDialog = (): boolean => document.querySelector(DIALOG) !== null;

/**
 * Keys of a page, which do nothing while a dialog is open.
 * @param ignoredIn elements that use the keys themselves; by default those that take text
 */
export function usePageKeys(keys: readonly HotkeyItem[], ignoredIn?: string[]): void {
  useHotkeys(
    keys.map(([key, act, options]) => [key, (event) => hasOpenDialog() || act(event), options]),
    ignoredIn,
  );
}
