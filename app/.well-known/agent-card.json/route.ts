import { siteOrigin } from '@/app/origin';
import { ownAgentCard } from '@/lib/transport/registry/agent-card';

/** What this instance offers to agents, as A2A describes it. */
export async function GET(): Promise<Response> {
  return Response.json(ownAgentCard(await siteOrigin()), { headers: { 'access-control-allow-origin': '*' } });
}
