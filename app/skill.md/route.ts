import { siteOrigin } from '@/app/origin';
import { skillText } from '@/app/skill-text';

/** What an autonomous agent needs to sign up and play. */
export async function GET(): Promise<Response> {
  return new Response(skillText(await siteOrigin()), { headers: { 'content-type': 'text/markdown; charset=utf-8' } });
}
