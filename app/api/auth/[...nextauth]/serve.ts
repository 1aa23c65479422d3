import type { NextRequest } from 'next/server';
import NextAuth from 'next-auth';
import { env } from '@/lib/core/env';
import { clientAddress, PEER_ADDRESS_HEADER } from '@/lib/domain/auth';
import { findHostFault } from '@/lib/transport/http/hosts';
import { WebRequest } from '@/lib/transport/http/web';
import { authOptions } from './options';

/** Everything of next-auth: sign in and out, the session, the providers' callbacks. */
export async function serveNextAuth(
  request: NextRequest,
  context: { params: Promise<{ nextauth: string[] }> },
): Promise<Response> {
  const fault = findHostFault(new WebRequest(request, {})) ?? findForwardedFault(request);
  if (fault) return Response.json({ error: fault }, { status: 403 });
  // Without NEXTAUTH_URL next-auth takes its own address from the request, whose Host has just been checked.
  if (!env().NEXTAUTH_URL) process.env.AUTH_TRUST_HOST ??= '1';
  const address = clientAddress({
    peer: request.headers.get(PEER_ADDRESS_HEADER),
    forwardedFor: request.headers.get('x-forwarded-for'),
  });
  return NextAuth(request, context, authOptions({ address, cookieHeader: request.headers.get('cookie') }));
}

/** next-auth believes X-Forwarded-Host; without a configured proxy it may say no more than Host does. */
function findForwardedFault(request: Request): string | null {
  const forwarded = request.headers.get('x-forwarded-host');
  const isTrusted = env().NEXTAUTH_URL !== '' || env().ALLOWED_HOSTS.includes('*');
  return forwarded === null || isTrusted || forwarded === request.headers.get('host')
    ? null
    : 'This host is not served here.';
}
