import { downloadExport } from './download-export';

export const dynamic = 'force-dynamic';

export async function GET(_request: Request, { params }: { params: Promise<{ exportId: string }> }) {
  return downloadExport((await params).exportId);
}
