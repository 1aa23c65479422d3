import type { NextRequest } from 'next/server';
import NextAuth from 'next-auth';
import { env } from '@/lib/core/env';
import { clientAddress, peerAddress } from '@/lib/domain/limits';
import { isHostFault } from '@/lib/transport/http/hosts';
import { unavailableAnswer, withOutcome } from '@/lib/transport/http/unavailable';
import { arrivalOf, toWebResponse } from '@/lib/transport/http/web';
import { authOptions } from './options';

/** Everything of next-auth: sign in and out, the session, the providers' callbacks. */
export async function serveNextAuth(
  request: NextRequest,
  context: { params: Promise<{ nextauth: string[] }> },
): Promise<Response> {
  const arrival = arrivalOf(request);
  if (isHostFault(arrival)) return Response.json({ error: arrival.message }, { status: arrival.status });
  const fault = findForwardedFault(request);
  if (fault) return Response.json({ error: fault }, { status: 403 });
  // Without NEXTAUTH_URL next-auth takes its own address from the request, whose Host has just been checked.
  if (!env().NEXTAUTH_URL) process.env.AUTH_TRUST_HOST ??= '1';
  const address = clientAddress({
    peer: peerAddress(request.headers),
    forwardedFor: request.headers.get('x-forwarded-for'),
  });
  const userAgent = request.headers.get('user-agent') ?? '';
  const options = authOptions({ address, userAgent, cookieHeader: request.headers.get('cookie') });
  return withOutcome(async (outcome) => {
    const answer: Response = await NextAuth(request, context, options);
    return outcome.unavailable
      ? toWebResponse(unavailableAnswer(outcome.unavailable, request.headers.get('accept')), request.method)
      : answer;
  });
}

/** next-auth trusts X-Forwarded-Host: without our server in front, it may differ from Host only behind a trusted proxy. */
function findForwardedFault(request: Request): string | null {
  const forwarded = request.headers.get('x-forwarded-host');
  const isTrusted = env().NEXTAUTH_URL !== '' || env().TRUST_PROXY;
  return forwarded === null || isTrusted || forwarded === request.headers.get('host')
    ? null
    : 'Unknown X-Forwarded-Host header.';
}
