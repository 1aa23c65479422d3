import { downloadMemberLog } from '@/app/study-logs';

export const dynamic = 'force-dynamic';

export async function GET(request: Request, { params }: { params: Promise<{ sessionId: string }> }) {
  return downloadMemberLog(request, (await params).sessionId);
}
