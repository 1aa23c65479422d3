import { downloadTraces } from './download-traces';

export const dynamic = 'force-dynamic';

export async function GET(request: Request, { params }: { params: Promise<{ agentId: string }> }) {
  return downloadTraces(request, (await params).agentId);
}
