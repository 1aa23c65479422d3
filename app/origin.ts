import { headers } from 'next/headers';
import { env } from '@/lib/core/env';

/** The origin under which this visitor reaches us: NEXTAUTH_URL when set, else what the request says. */
export async function siteOrigin(): Promise<string> {
  if (env().NEXTAUTH_URL) return new URL(env().NEXTAUTH_URL).origin;
  const incoming = await headers();
  const host = incoming.get('host') ?? `localhost:${env().PORT}`;
  return `${incoming.get('x-forwarded-proto') ?? 'http'}://${host}`;
}
