import { noteError } from '@/lib/transport/http/unavailable';

/** Next calls it with every error of a page or a route handler, before it answers 500. */
export function onRequestError(thrown: unknown): void {
  noteError(thrown);
}
