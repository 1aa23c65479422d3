import { handleMcp } from '@/lib/transport/mcp';

export const dynamic = 'force-dynamic';

const handle = (request: Request) => handleMcp(request);

export { handle as DELETE, handle as GET, handle as OPTIONS, handle as POST };
