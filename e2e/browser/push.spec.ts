import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures';
import { expectAccessible, expectNoSideScroll, signUp } from '../fixtures/browser';

/** Keys of a browser, from the example of RFC 8291. */
const KEYS = {
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
};

/** Lets the site show notifications: Chromium without a screen refuses that whatever a person would answer. */
async function allowNotifications(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.defineProperty(Notification, 'permission', { get: () => 'default' });
    Notification.requestPermission = async () => 'granted';
  });
}

/** Gives the page a push service that answers: the real one of Chromium is not reached from a test. */
async function answerForPushService(page: Page, endpoint: string): Promise<void> {
  await page.addInitScript(
    ([address, keys]) => {
      const name = 'subscribed';
      const subscription = {
        endpoint: address,
        toJSON: () => ({ endpoint: address, keys }),
        unsubscribe: async () => {
          localStorage.removeItem(name);
          return true;
        },
      };
      const current = () => (localStorage.getItem(name) ? subscription : null);
      Object.assign(PushManager.prototype, {
        getSubscription: async () => current(),
        subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
          localStorage.setItem(name, applicationServerKey);
          return current();
        },
      });
    },
    [endpoint, KEYS] as const,
  );
}

const section = (page: Page) => page.getByRole('region', { name: 'In browsers' });

test('a browser is added, listed as this one, and removed', async ({ page }) => {
  await allowNotifications(page);
  await answerForPushService(page, `https://fcm.googleapis.com/fcm/send/${crypto.randomUUID()}`);
  await signUp(page);
  await page.goto('/console/notifications');
  await section(page).getByLabel('What this browser shows').selectOption('Every notification');
  await section(page).getByRole('button', { name: 'Show notifications in this browser' }).click();
  const row = section(page).getByRole('row').filter({ hasText: 'Chrome on Linux' });
  await expect(row).toContainText('every notification');
  await expect(row).toContainText('this browser');
  await expect(section(page).getByRole('button', { name: 'Show notifications' })).toHaveCount(0);
  await expectAccessible(page);
  await expectNoSideScroll(page);
  const { public_key: publicKey } = await (await page.request.get('/api/console/push-browsers')).json();
  expect(await page.evaluate(() => localStorage.getItem('subscribed'))).toBe(publicKey);
  await row.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(section(page).getByRole('button', { name: 'Show notifications in this browser' })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('subscribed'))).toBeNull();
});

test('the worker of the site shows what the push service hands over', async ({ page, context, baseURL }) => {
  await signUp(page);
  const cdp = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations;
      if (first) resolve(first.registrationId);
    });
  });
  await cdp.send('ServiceWorker.enable');
  const starting = context.waitForEvent('serviceworker');
  await page.evaluate(async () => {
    await navigator.serviceWorker.register('/push-worker.js');
    await navigator.serviceWorker.ready;
  });
  const worker = await starting;
  // Chromium without a screen shows none: what the worker wants to be shown is noted.
  await worker.evaluate(() => {
    const scope = globalThis as unknown as { registration: object; wanted: unknown[] };
    scope.wanted = [];
    Object.assign(scope.registration, { showNotification: async (...given: unknown[]) => scope.wanted.push(given) });
  });
  const data = JSON.stringify({ title: 'Ada waits for you', body: 'It asks to call x.', path: '/console/approvals' });
  const origin = new URL(baseURL ?? page.url()).origin;
  await cdp.send('ServiceWorker.deliverPushMessage', { origin, registrationId: await registered, data });
  const wanted = () => worker.evaluate(() => (globalThis as unknown as { wanted: unknown[] }).wanted);
  const options = { body: 'It asks to call x.', data: { path: '/console/approvals' } };
  await expect.poll(wanted).toEqual([['Ada waits for you', expect.objectContaining(options)]]);
});

test('a browser that cannot show notifications says so, and one whose push service is away too', async ({
  page,
  browser,
  baseURL,
}) => {
  await allowNotifications(page);
  const person = await signUp(page);
  await page.goto('/console/notifications');
  await section(page).getByRole('button', { name: 'Show notifications in this browser' }).click();
  await expect(section(page).getByRole('alert')).toContainText('The push service of this browser cannot be reached.');
  await expectAccessible(page);

  const phone = await browser.newContext({
    baseURL,
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1',
    viewport: { width: 390, height: 800 },
  });
  const other = await phone.newPage();
  await other.addInitScript(() => Reflect.deleteProperty(window, 'PushManager'));
  await other.goto('/sign-in?callbackUrl=/console/notifications');
  await other.getByLabel('E-mail').fill(person.email);
  await other.getByLabel('Password', { exact: true }).fill(person.password);
  await other.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(section(other)).toContainText('This browser cannot show notifications of sites.');
  await expectAccessible(other);
  await expectNoSideScroll(other);
  await phone.close();
});
