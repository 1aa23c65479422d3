import { once } from '@/lib/core/globals';
import { isProcessAlive } from './processes';

/** Forms of stored rows that a process of an earlier version cannot read. */
export const ROW_FORMS = ['references', 'differences'] as const;
export type RowForm = (typeof ROW_FORMS)[number];

/** A process that has just started is counted for this long before its first sign of life. */
const STARTS_FOR_MS = 10_000;

/** The other processes that were heard, by their ids. */
const others = () => once('events.row_forms', () => new Map<string, { forms: readonly string[]; heardAtMs: number }>());

/** Notes which forms of rows another process reads. */
export function noteRowForms(processId: string, forms: readonly string[]): void {
  others().set(processId, { forms, heardAtMs: Date.now() });
}

/** Whether every other process that runs reads rows of this form. What this process stores in it, all of them understand. */
export function processesRead(form: RowForm): boolean {
  for (const [id, { forms, heardAtMs }] of others()) {
    const isThere = heardAtMs > Date.now() - STARTS_FOR_MS || isProcessAlive(id);
    if (!isThere) others().delete(id);
    else if (!forms.includes(form)) return false;
  }
  return true;
}
