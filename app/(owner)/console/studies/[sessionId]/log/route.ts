import { downloadLog } from './download-log';

export const dynamic = 'force-dynamic';

export async function GET(request: Request, { params }: { params: Promise<{ sessionId: string }> }) {
  return downloadLog(request, (await params).sessionId);
}
