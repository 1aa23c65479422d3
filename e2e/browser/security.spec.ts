import type { CDPSession, Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { expect, test } from '../fixtures';
import { expectAccessible, expectNoSideScroll, signUp } from '../fixtures/browser';

/** A device with a fingerprint reader that holds passkeys, as Chromium simulates it. */
async function addDevice(page: Page): Promise<{ cdp: CDPSession; id: string }> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId: id } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { cdp, id };
}

// Browsers have no passkeys for addresses without a name.
test.use({ baseURL: async ({ baseURL }, use) => use((baseURL ?? '').replace('127.0.0.1', 'localhost')) });

async function signOut(page: Page): Promise<void> {
  await page.context().clearCookies();
}

async function signInByPassword(page: Page, person: { email: string; password: string }): Promise<void> {
  await page.goto('/sign-in?callbackUrl=/console/security');
  await page.getByLabel('E-mail').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Second factor' })).toBeVisible();
}

test('a passkey is added, signs in alone and as the second factor, and is removed', async ({ page }) => {
  const { cdp, id } = await addDevice(page);
  const person = await signUp(page);
  await page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'Security' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Security' })).toBeVisible();
  await page.getByLabel('Name of the new passkey').fill('Laptop');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  const codes = page.getByRole('dialog', { name: 'Keep these recovery codes' });
  await expect(codes).toBeVisible();
  await expectAccessible(page);
  const text = await codes.getByRole('group', { name: 'Recovery codes' }).textContent();
  const recovery = (text ?? '').split('\n').filter(Boolean);
  expect(recovery).toHaveLength(10);
  await codes.getByLabel('I have kept them').check();
  await codes.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'Laptop' })).toBeVisible();
  await expect(page.getByText('10 of 10 are left.')).toBeVisible();
  await expectAccessible(page);
  const { credentials } = await cdp.send('WebAuthn.getCredentials', { authenticatorId: id });
  expect(credentials).toHaveLength(1);
  expect(credentials[0]).toMatchObject({ rpId: 'localhost', isResidentCredential: true });

  // Alone: no e-mail, no password.
  await signOut(page);
  await page.goto('/sign-in?callbackUrl=/console/security');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await page.waitForURL('**/console/security');
  await expect(page.getByRole('heading', { level: 1, name: 'Security' })).toBeVisible();

  // After the password: nothing opens before the passkey was given.
  await signOut(page);
  await signInByPassword(page, person);
  await expectAccessible(page);
  expect((await page.request.get('/api/console/security')).status()).toBe(401);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await page.waitForURL('**/console/security');

  // A recovery code instead, once.
  await signOut(page);
  await signInByPassword(page, person);
  await page.getByLabel('Recovery code').fill(recovery[0] ?? '');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL('**/console/security');
  await expect(page.getByText('9 of 10 are left.')).toBeVisible();

  await page.getByRole('row').filter({ hasText: 'Laptop' }).getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'Laptop' })).toHaveCount(0);
  await signOut(page);
  await page.goto('/sign-in');
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'not known here' })).toBeVisible();
});

test('a passkey whose device does not confirm the person does not sign in alone', async ({ page }) => {
  const { cdp, id } = await addDevice(page);
  await signUp(page, '/console/security');
  await page.getByLabel('Name of the new passkey').fill('Key');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(page.getByRole('dialog', { name: 'Keep these recovery codes' })).toBeVisible();
  await signOut(page);
  await cdp.send('WebAuthn.setUserVerified', { authenticatorId: id, isUserVerified: false });
  await page.goto('/sign-in');
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'No passkey was given' })).toBeVisible();
});

test('an authenticator app is set up by its QR code, and asked for at the next sign-in', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const person = await signUp(page, '/console/security');
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click();
  await expect(page.getByRole('img', { name: 'QR code with the secret' })).toBeVisible();
  await expectAccessible(page);
  await expectNoSideScroll(page);
  const secret = ((await page.getByText(/^([A-Z2-7]{4} ?){8}$/).textContent()) ?? '').replaceAll(' ', '');
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  await page.getByLabel('Code that the app shows').fill('000000');
  await page.getByRole('button', { name: 'Confirm the app' }).click();
  await expect(page.getByText('Is not the code of now')).toBeVisible();
  await page.getByLabel('Code that the app shows').fill(totp.generate());
  await page.getByRole('button', { name: 'Confirm the app' }).click();
  const codes = page.getByRole('dialog', { name: 'Keep these recovery codes' });
  await codes.getByLabel('I have kept them').check();
  await codes.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('button', { name: 'Remove the app' })).toBeVisible();
  await expectNoSideScroll(page);

  await signOut(page);
  await signInByPassword(page, person);
  await expectNoSideScroll(page);
  await page.getByLabel('Code').fill('000000');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByText('Is not right, or was used before')).toBeVisible();
  // The code of the next half minute: the one of now confirmed the app.
  await page.getByLabel('Code').fill(totp.generate({ timestamp: Date.now() + 30_000 }));
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL('**/console/security');

  await signOut(page);
  await signInByPassword(page, person);
  await page.getByRole('button', { name: 'Use another account' }).click();
  await expect(page.getByLabel('E-mail')).toBeVisible();
});
