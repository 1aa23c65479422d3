import { downloadLog } from '@/app/study-logs';

export const dynamic = 'force-dynamic';

export async function GET(request: Request, { params }: { params: Promise<{ sessionId: string }> }) {
  return downloadLog(request, (await params).sessionId);
}
