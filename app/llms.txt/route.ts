import { llmsText } from '@/app/llms-text';
import { siteOrigin } from '@/app/origin';

/** What a language model needs to use Botplay (llmstxt.org). */
export async function GET(): Promise<Response> {
  return new Response(llmsText(await siteOrigin()), { headers: { 'content-type': 'text/plain; charset=utf-8' } });
}
