import { handleOauth } from '@/lib/transport/oauth';

export const dynamic = 'force-dynamic';

const handle = (request: Request) => handleOauth(request);

export { handle as GET, handle as HEAD, handle as OPTIONS };
