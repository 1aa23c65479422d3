import { siteOrigin } from '@/app/origin';
import { signatureDirectory } from '@/lib/transport/http/signature-directory';

/** The keys that sign our calls to other servers. */
export async function GET(): Promise<Response> {
  return signatureDirectory(await siteOrigin());
}
