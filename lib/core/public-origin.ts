import { env } from './env';

/** Our origin for links: NEXTAUTH_URL's, else the one by which the caller reached us, else the local one. */
export function publicOrigin(reachedBy: string | null = null): string {
  const { NEXTAUTH_URL, PORT } = env();
  return NEXTAUTH_URL === '' ? (reachedBy ?? `http://localhost:${PORT}`) : NEXTAUTH_URL;
}
