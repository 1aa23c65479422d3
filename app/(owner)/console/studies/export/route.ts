import { downloadStudy } from '@/app/study-logs';

export const dynamic = 'force-dynamic';

export const GET = (request: Request): Promise<Response> => downloadStudy(request);
