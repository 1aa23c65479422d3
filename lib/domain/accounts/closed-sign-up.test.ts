import { afterAll, beforeAll, expect, test } from 'vitest';
import { resetOnce } from '@/lib/core/globals';
import { useDatabase } from '@/lib/testing/database';
import { sendRest } from '@/lib/transport/testing/send-rest';
import { registerOwner, signInWithPassword } from './owners.service';
import { signInWithProvider } from './provider-sign-in.service';

useDatabase();

const FIRST = { email: 'first@example.org', password: 'correct horse battery', address: '10.4.0.1' };

beforeAll(async () => {
  await registerOwner(FIRST);
  Object.assign(process.env, { SIGN_UP: 'closed', ADMIN_EMAILS: 'boss@example.org' });
  for (const name of ['env', 'admin-emails']) resetOnce(name);
});
afterAll(() => {
  delete process.env.SIGN_UP;
  delete process.env.ADMIN_EMAILS;
  for (const name of ['env', 'admin-emails']) resetOnce(name);
});

const byProvider = (email: string) =>
  signInWithProvider({
    provider: 'github',
    providerAccountId: email,
    email,
    emailVerified: true,
    displayName: null,
    image: null,
  });

test('while sign-up is closed nobody opens an account by password or provider, and existing accounts sign in', async () => {
  const body = { email: 'second@example.org', password: FIRST.password };
  const refused = await sendRest('POST', '/api/owners', { body, address: '10.4.0.2' });
  expect(refused).toMatchObject({ status: 403, body: { error: { details: { reason: 'sign_up_closed' } } } });
  await expect(byProvider('third@example.org')).rejects.toMatchObject({ details: { reason: 'sign_up_closed' } });
  expect(await signInWithPassword(FIRST)).toMatchObject({ email: FIRST.email });
});

test('an address of ADMIN_EMAILS opens its account with a provider that proves it, also while sign-up is closed', async () => {
  expect(await byProvider('boss@example.org')).toMatchObject({ email: 'boss@example.org', isAdmin: true });
  expect(await byProvider('boss@example.org')).toMatchObject({ email: 'boss@example.org' });
});
