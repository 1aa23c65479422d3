import { LATE_HEAD_SCRIPT } from '@/components/ui/head-scripts';

/** The scripts of the head as a file; see components/ui/late-head.tsx. */
export function GET(): Response {
  const headers = { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'public, max-age=3600' };
  return new Response(LATE_HEAD_SCRIPT, { headers });
}
