import { downloadExport } from './download-export';

export const dynamic = 'force-dynamic';

export async function GET(request: Request, { params }: { params: Promise<{ exportId: string }> }) {
  return downloadExport(request, (await params).exportId);
}
