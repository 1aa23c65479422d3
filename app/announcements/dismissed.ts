import { safeCallback } from '@/components/console/safe-callback';
import { usesSecureCookies } from '@/lib/domain/accounts';

export const DISMISSED_COOKIE = 'botplay-dismissed';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const MAX_KEPT = 20;
const MAX_AGE_S = 90 * 24 * 3600;

/** The announcements that a browser has dismissed, from the value of its cookie; what is no id is left out. */
export function dismissedIn(cookie: string | undefined): string[] {
  return (cookie ?? '')
    .split('.')
    .filter((id) => UUID.test(id))
    .slice(-MAX_KEPT);
}

/**
 * Remembers in a cookie that a browser has dismissed an announcement, and returns to the page where it stood. A form without a
 * script: pages that people watch load none for it. Pages of other sites are refused.
 */
export async function dismissAnnouncement(request: Request): Promise<Response> {
  const site = request.headers.get('sec-fetch-site');
  if (site !== null && site !== 'same-origin') return new Response('Cross-site request refused.', { status: 403 });
  const length = Number(request.headers.get('content-length') ?? '0');
  if (length > 1_000) return new Response('Too large.', { status: 413 });
  const id = (await request.text()).match(/^id=([0-9a-f-]{36})$/)?.[1] ?? '';
  if (!UUID.test(id)) return new Response('Name an announcement: id=…', { status: 400 });
  const sent = new RegExp(`(?:^|; )${DISMISSED_COOKIE}=([^;]*)`).exec(request.headers.get('cookie') ?? '')?.[1];
  const kept = [...dismissedIn(sent).filter((one) => one !== id), id].slice(-MAX_KEPT).join('.');
  const secure = usesSecureCookies() ? '; Secure' : '';
  return new Response(null, {
    status: 303,
    headers: {
      location: pageBefore(request),
      'set-cookie': `${DISMISSED_COOKIE}=${kept}; Path=/; Max-Age=${MAX_AGE_S}; HttpOnly; SameSite=Lax${secure}`,
    },
  });
}

/** The path of the page that sent the form; the home page when the browser does not say. */
function pageBefore(request: Request): string {
  const referer = request.headers.get('referer');
  if (referer === null || !URL.canParse(referer)) return '/';
  const { pathname, search } = new URL(referer);
  return safeCallback(pathname + search, '/');
}
