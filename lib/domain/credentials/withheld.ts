/**
 * What an agent reads when a stored credential was not sent, because it is bound to another server than the one that the
 * experience has now. Decision: docs/decisions/0029-stored-secrets-belong-to-an-origin.md
 */
export function withheldHint(origin: string | null): string {
  return (
    `The server of this experience has changed: it is now ${origin ?? 'gone'}. What is stored for its former server was not ` +
    'sent. Your owner can agree to the new server on the page Credentials of the console. Only when you trust the new ' +
    'server, credential.store stores a credential for it.'
  );
}
