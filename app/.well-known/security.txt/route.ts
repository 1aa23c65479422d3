import { siteOrigin } from '@/app/origin';
import { securityText } from '@/app/security-text';

/** Where to report a weakness. */
export async function GET(): Promise<Response> {
  const text = securityText(await siteOrigin());
  return new Response(text, {
    status: text === null ? 404 : 200,
    headers: { 'content-type': 'text/plain; charset=utf-8' },
  });
}
