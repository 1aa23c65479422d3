import { embedTv } from '@/app/embed/pages';

/** The TV embedded in another page. */
export function GET(request: Request): Promise<Response> {
  return embedTv(new URL(request.url));
}
