import { z } from 'zod';
import { currentOwner } from '@/app/owner';
import { refuseDownload } from '@/app/refuse-download';
import { streamText } from '@/app/stream-text';
import { AppError, validationError } from '@/lib/core/errors';
import { readActivity } from '@/lib/domain/console';

const MAX_LINES = 50_000;
const LINES_PER_QUERY = 500;

const querySchema = z.strictObject({
  format: z.enum(['csv', 'jsonl']),
  agent_id: z.uuid().optional(),
  outcome: z.enum(['ok', 'error']).optional(),
  tool: z.string().min(1).max(100).optional(),
  session_id: z.uuid().optional(),
  key_id: z.uuid().optional(),
  since: z.iso.datetime({ offset: true }).optional(),
});

const COLUMNS = [
  'at',
  'agent_id',
  'agent_name',
  'tool',
  'outcome',
  'status',
  'message',
  'arguments',
  'session_id',
  'experience_id',
  'experience_name',
  'transport',
  'key_id',
  'key_prefix',
  'address',
  'duration_ms',
  'id',
] as const;

type Line = Awaited<ReturnType<typeof pagesOf>> extends AsyncGenerator<(infer One)[]> ? One : never;

/**
 * The activity as a file: GET /console/activity/export?format=csv or jsonl, with the filters of the list; the newest 50,000
 * lines. Only for the signed-in owner.
 */
export async function exportActivity(request: Request): Promise<Response> {
  try {
    const owner = await currentOwner();
    if (!owner) throw new AppError('UNAUTHENTICATED', 'Sign in first.');
    const parsed = querySchema.safeParse(Object.fromEntries(new URL(request.url).searchParams));
    if (!parsed.success) throw validationError(parsed.error.issues, 'Invalid query');
    const { format } = parsed.data;
    const body = await streamText(linesOf(pagesOf(owner.ownerId, parsed.data), format));
    const type = format === 'csv' ? 'text/csv; charset=utf-8' : 'application/x-ndjson';
    const name = `botplay-activity-${new Date().toISOString().slice(0, 10)}.${format}`;
    const headers = { 'content-type': type, 'content-disposition': `attachment; filename="${name}"` };
    return new Response(body, { headers: { ...headers, 'cache-control': 'private, no-store' } });
  } catch (thrown) {
    return refuseDownload(thrown, { request, page: '/console/activity' });
  }
}

function pagesOf(ownerId: Parameters<typeof readActivity>[0]['ownerId'], query: z.output<typeof querySchema>) {
  return readActivity({
    ownerId,
    agentId: query.agent_id,
    worked: query.outcome === undefined ? null : query.outcome === 'ok',
    tool: query.tool,
    sessionId: query.session_id,
    apiKeyId: query.key_id,
    since: query.since === undefined ? null : new Date(query.since),
    limit: LINES_PER_QUERY,
    maxLines: MAX_LINES,
  });
}

async function* linesOf(pages: AsyncGenerator<Line[]>, format: 'csv' | 'jsonl'): AsyncGenerator<string> {
  let text = format === 'csv' ? `${COLUMNS.join(',')}\n` : '';
  // The heading is sent with the first page: what refuses the page is an answer with a status.
  for await (const page of pages) {
    yield text + page.map((line) => (format === 'csv' ? csvLine(line) : `${JSON.stringify(line)}\n`)).join('');
    text = '';
  }
  if (text !== '') yield text;
}

function csvLine(line: Line): string {
  return `${COLUMNS.map((column) => csvField(line[column])).join(',')}\n`;
}

/** A field of CSV. Text that a spreadsheet would take for a formula gets an apostrophe. */
function csvField(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
