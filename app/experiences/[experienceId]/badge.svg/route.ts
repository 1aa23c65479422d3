import { serveStatusBadge } from '@/app/experiences/status-badge';

export const dynamic = 'force-dynamic';

/** A picture of verification, live status and uptime, for pages of publishers. */
export async function GET(_request: Request, { params }: { params: Promise<{ experienceId: string }> }) {
  return serveStatusBadge((await params).experienceId);
}
