/** Why this browser cannot show notifications; null when it can. */
export type PushObstacle = 'ios' | 'insecure' | 'unsupported' | 'denied';

const WORKER = '/push-worker.js';

/** Finds out what this browser can do. */
export function findPushObstacle(): PushObstacle | null {
  if (!window.isSecureContext) return 'insecure';
  const isSupported = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
  if (!isSupported) return /iPhone|iPad/.test(navigator.userAgent) ? 'ios' : 'unsupported';
  return Notification.permission === 'denied' ? 'denied' : null;
}

/** The subscription of this browser; null without one. */
export async function findSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration(WORKER);
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/** SHA-256 of an address, hex, as the server writes it. */
export async function hashEndpoint(endpoint: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** What the server needs of a subscription. */
export interface SubscribedBrowser {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/**
 * Asks the person for the permission, and subscribes this browser at its push service.
 * @throws Error with words for the person
 */
export async function subscribe(publicKey: string): Promise<SubscribedBrowser> {
  if ((await Notification.requestPermission()) !== 'granted')
    throw new Error('This browser does not let the site show notifications. Allow it in the settings of the browser.');
  await navigator.serviceWorker.register(WORKER);
  const { pushManager } = await navigator.serviceWorker.ready;
  // A subscription with another key of the site would be refused.
  await (await pushManager.getSubscription())?.unsubscribe();
  const subscription = await pushManager
    .subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
    .catch(() => {
      throw new Error('The push service of this browser cannot be reached. Some browsers and networks have none.');
    });
  const { endpoint = '', keys = {} } = subscription.toJSON();
  return { endpoint, p256dh: keys.p256dh ?? '', auth: keys.auth ?? '' };
}

/** Ends the subscription of this browser. */
export async function unsubscribe(): Promise<void> {
  await (await findSubscription())?.unsubscribe();
}
