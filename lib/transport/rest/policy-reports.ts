import { z } from 'zod';
import { InputFault, validationError } from '@/lib/core/errors';
import { log } from '@/lib/core/log';
import { metrics } from '@/lib/core/metrics';
import { addressBlock, takeLimit } from '@/lib/domain/limits';
import { addressOf } from '@/lib/transport/http/address';
import { readJsonText } from '@/lib/transport/http/read-body';
import { POLICY_DIRECTIVES, POLICY_REPORTS } from '@/lib/transport/http/security-headers';
import type { WireRequest } from '@/lib/transport/http/wire';
import { COMMON_HEADERS } from './answers';
import type { Operation } from './router';

const CONTENT_TYPE = 'application/csp-report';
/** A report of our pages has about one kilobyte; the policy is a third of it. */
const MAX_BYTES = 8_192;
/** How many characters of a text from a browser the log has. */
const MAX_LOGGED = 200;

const text = z.string().max(4_096);

/** What browsers send, of which the rest is not read. Specification: CSP Level 3, section 5.3. */
const REPORT = z.object({
  'csp-report': z.object({
    'document-uri': text,
    'blocked-uri': text.default(''),
    'effective-directive': text.optional(),
    'violated-directive': text.optional(),
  }),
});

/**
 * `POST /api/policy-reports`, where the content policy of every page sends what a browser refused. Anybody can send anything
 * here: a report is counted and logged, 20 a minute of an address, and never stored or shown.
 */
export const POLICY_REPORTS_OPERATION: Operation = {
  method: 'POST',
  path: POLICY_REPORTS,
  crossOrigin: false,
  async answer({ request }) {
    await takeLimit('policy_report', addressBlock(addressOf(request)));
    const report = await readReport(request);
    const named = report['effective-directive'] ?? report['violated-directive'] ?? '';
    const directive = POLICY_DIRECTIVES.find((listed) => named === listed || named.startsWith(`${listed}-`)) ?? 'other';
    metrics().policyReports.inc({ directive });
    const page = pathOf(report['document-uri']);
    log.warn({ directive, page, blocked: originOf(report['blocked-uri']) }, 'a browser refused a part of a page');
    return { status: 204, headers: COMMON_HEADERS, body: null };
  },
};

/** @throws VALIDATION_ERROR for what is no report · PAYLOAD_TOO_LARGE */
async function readReport(request: WireRequest): Promise<z.infer<typeof REPORT>['csp-report']> {
  const type = request.header('content-type')?.split(';', 1)[0]?.trim().toLowerCase();
  if (type !== CONTENT_TYPE) {
    throw validationError([{ path: [], message: `the content type must be ${CONTENT_TYPE}` }]);
  }
  const body = await readJsonText(request, { maxBytes: MAX_BYTES, payer: null });
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    throw validationError([{ path: [], message: 'the body is not valid JSON' }]);
  }
  const parsed = REPORT.safeParse(value);
  if (!parsed.success) {
    throw new InputFault(parsed.error.issues.map(({ path, message }) => ({ path: path.map(String), message })));
  }
  return parsed.data['csp-report'];
}

/** The path of a page. Its query may name what only its reader may see. */
function pathOf(address: string): string {
  return URL.canParse(address) ? new URL(address).pathname.slice(0, MAX_LOGGED) : '';
}

/** The origin of what was refused, or the word for it, such as `inline`. */
function originOf(blocked: string): string {
  const origin = URL.canParse(blocked) ? new URL(blocked).origin : blocked;
  return origin.slice(0, MAX_LOGGED);
}
