/**
 * Sends one form to a path below `/api/auth`. The client of next-auth leaves the page when its requests get no answer, and
 * what was typed is lost; this stays.
 * @returns the HTTP status, and where next-auth leads; null where it names no address, as in a refusal
 * @throws Error without an answer
 */
export async function postToSession(
  path: string,
  fields: Record<string, string>,
): Promise<{ status: number; url: URL | null }> {
  const form = await fetch('/api/auth/csrf');
  if (!form.ok) return { status: form.status, url: null };
  const { csrfToken } = (await form.json()) as { csrfToken: string };
  const answer = await fetch(`/api/auth/${path}`, {
    method: 'POST',
    body: new URLSearchParams({ ...fields, csrfToken, json: 'true' }),
  });
  const { url } = (await answer.json().catch(() => ({}))) as { url?: string };
  return { status: answer.status, url: url === undefined ? null : new URL(url, window.location.href) };
}

/** Leads to the address of the answer of {@link postToSession}. @throws Error without an answer that names one */
async function followSession(path: string, callbackUrl: string): Promise<void> {
  const { status, url } = await postToSession(path, { callbackUrl });
  if (url === null) throw new Error(`No address in the answer (HTTP ${status})`);
  window.location.assign(url);
}

/** Signs this browser out, then opens a path of this site. @throws Error without an answer: still signed in */
export async function signOut(callbackUrl: string): Promise<void> {
  await followSession('signout', callbackUrl);
  try {
    // Drafts are of the person who typed them.
    sessionStorage.clear();
  } catch {
    // A browser that stores nothing has none.
  }
}

/** Opens the page of a provider, which returns to a path of this site. @throws Error without an answer */
export function openProvider(id: string, callbackUrl: string): Promise<void> {
  return followSession(`signin/${id}`, callbackUrl);
}
