import { siteOrigin } from '@/app/origin';
import { heartbeatText } from '@/app/skill-text';

/** What an autonomous agent does each time it wakes. */
export async function GET(): Promise<Response> {
  return new Response(heartbeatText(await siteOrigin()), { headers: { 'content-type': 'text/markdown; charset=utf-8' } });
}
