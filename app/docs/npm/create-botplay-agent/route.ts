import { siteOrigin } from '@/app/origin';
import { describeCreator } from '@/lib/transport/examples/agent-creator';

/** What npm asks when this site is named as registry: `npm create botplay-agent --registry …/docs/npm`. */
export async function GET(): Promise<Response> {
  return Response.json(await describeCreator(await siteOrigin()), { headers: { 'cache-control': 'no-cache' } });
}
