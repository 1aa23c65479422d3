/** Copies as browsers did before there was `navigator.clipboard`, which pages of plain http do not have. @returns whether it is copied */
export function copySelection(text: string): boolean {
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
