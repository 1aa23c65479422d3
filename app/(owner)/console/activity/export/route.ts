import { exportActivity } from '@/app/(owner)/console/activity/export-activity';

export const dynamic = 'force-dynamic';

export function GET(request: Request) {
  return exportActivity(request);
}
