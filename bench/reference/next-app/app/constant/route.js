// The reference of the REST benchmark: the least that a route handler can do.
export const dynamic = 'force-dynamic';

export function GET() {
  return Response.json({ agent_id: '00000000-0000-7000-8000-000000000000', constant: true });
}
