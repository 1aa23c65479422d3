import { siteOrigin } from '@/app/origin';
import { packedCreator } from '@/lib/transport/examples/agent-creator';

/** The package that makes the folder of an agent. */
export async function GET(): Promise<Response> {
  return new Response(await packedCreator(await siteOrigin()), {
    headers: { 'content-type': 'application/gzip', 'cache-control': 'public, max-age=300' },
  });
}
