import { serveWeb } from '@/lib/transport/http/web';
import { operationsLane } from '@/lib/transport/operations/serve';

export const dynamic = 'force-dynamic';

export function GET(request: Request): Promise<Response> {
  return serveWeb(request, '', operationsLane);
}
