import { headers } from 'next/headers';
import { publicOrigin } from '@/lib/core/public-origin';
import { isHostFault, originOf, readArrival } from '@/lib/transport/http/hosts';

/** Our origin for links on pages: NEXTAUTH_URL's, else the one by which this visitor reached us. */
export async function siteOrigin(): Promise<string> {
  const incoming = await headers();
  const arrival = readArrival((name) => incoming.get(name));
  return publicOrigin(isHostFault(arrival) ? null : originOf(arrival));
}
