import { AsyncLocalStorage } from 'node:async_hooks';
import { type AppError, toAppError } from '@/lib/core/errors';
import { once } from '@/lib/core/globals';
import type { WireResponse } from './wire';

/** Why a page cannot be made now; null while nothing has failed. */
interface Outcome {
  unavailable: AppError | null;
}

const running = () => once('http.unavailable', () => new AsyncLocalStorage<Outcome>());

/** Whether an error means that a later try may succeed, because the database is away. */
const isTemporary = ({ code }: AppError): boolean => code === 'SERVICE_UNAVAILABLE';

/** Runs the answer to one request for a page; `outcome` learns of the errors that `noteError` gets meanwhile. */
export function withOutcome<T>(answer: (outcome: Outcome) => T): T {
  const outcome: Outcome = { unavailable: null };
  return running().run(outcome, () => answer(outcome));
}

/** Notes an error in making a page. Next calls it by instrumentation.ts, for it answers every error with 500. */
export function noteError(thrown: unknown): void {
  const outcome = running().getStore();
  const error = toAppError(thrown);
  if (outcome && isTemporary(error)) outcome.unavailable = error;
}

/** The answer while the database is away: a plain page for a browser, JSON for a program. */
export function unavailableAnswer(error: AppError, accept: string | null): WireResponse {
  const headers = { 'retry-after': String(error.retryAfterS ?? 2), 'cache-control': 'no-store' };
  return accept?.includes('text/html')
    ? { status: error.http, headers: { ...headers, 'content-type': 'text/html; charset=utf-8' }, body: PAGE }
    : {
        status: error.http,
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ error: error.toWire() }),
      };
}

/** Uses nothing that could be away as well: no script, no style sheet. */
const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Back in a moment · Botplay</title>
<style>
:root { color-scheme: dark light; }
body { font: 1rem/1.5 Inter, system-ui, sans-serif; margin: 0 auto; max-width: 36rem; padding: 15vh 1.5rem 2rem; }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 0.5rem; }
</style>
</head>
<body>
<main>
<h1>Back in a moment</h1>
<p>Botplay cannot reach its database. Matches continue when it is back, and no data of yours was lost.</p>
<p><a href="">Try again</a></p>
</main>
</body>
</html>
`;
