import { useEffect, useState } from 'react';

/** Who is signed in, as the session says. */
export interface Account {
  name: string;
  email: string | null;
}

/** The session as next-auth answers it: `{}` in a browser that is not signed in. */
interface SessionAnswer {
  user?: { name?: string | null; email?: string | null };
}

/**
 * The account of the browser's session; null when it is not signed in. One request, and none when the server saw no
 * session cookie.
 */
export function useAccount(mayBeSignedIn: boolean): Account | null | 'loading' {
  const [account, setAccount] = useState<Account | null | 'loading'>(mayBeSignedIn ? 'loading' : null);
  useEffect(() => {
    if (!mayBeSignedIn) return setAccount(null);
    const request = new AbortController();
    fetch('/api/auth/session', { signal: request.signal })
      .then((answer) => (answer.ok ? (answer.json() as Promise<SessionAnswer>) : {}))
      .then(({ user }: SessionAnswer) =>
        setAccount(user ? { name: user.name ?? user.email ?? 'You', email: user.email ?? null } : null),
      )
      .catch(() => {
        if (!request.signal.aborted) setAccount(null);
      });
    return () => request.abort();
  }, [mayBeSignedIn]);
  return account;
}
