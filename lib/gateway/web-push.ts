import { createECDH } from 'node:crypto';
import ece from 'http_ece';
import { env } from '@/lib/core/env';
import { allowedPrivateHosts, findStoredUrlFault, GuardError } from './guard';
import { callOnce } from './single-call';
import type { WebhookAnswer } from './webhook';

/** Only the status of the answer counts. */
const LIMITS = { timeoutMs: 10_000, maxBytes: 16 * 1024 };
/** Messages are padded to the same length, so that the push service cannot tell them apart by it. */
const PADDED_BYTES = 1_024;
/** How long a push service keeps a message for a browser that is away. */
const KEPT_S = 24 * 3_600;

/** Where a browser is reached, and how messages to it are encrypted; the keys are base64url. */
export interface PushAddress {
  endpoint: string;
  /** Public key of the browser on P-256. */
  p256dh: string;
  auth: string;
}

/** Whether a host is one of PUSH_SERVICES: an address at another host could be anybody's, who never asked for our calls. */
function isPushService({ hostname, port }: URL): boolean {
  return env().PUSH_SERVICES.some((entry) => {
    const [name = '', wantedPort = ''] = entry.toLowerCase().split(':');
    const isNamed = name.startsWith('*.') ? hostname.endsWith(name.slice(1)) : hostname === name;
    return isNamed && port === wantedPort;
  });
}

/** The fault of an address that a browser gave, or null. Names are checked again when they are dialled. */
export async function findPushFault({ endpoint, p256dh, auth }: PushAddress): Promise<string | null> {
  const fault = await findStoredUrlFault(endpoint, allowedPrivateHosts());
  if (fault) return fault;
  const url = new URL(endpoint);
  if (!isPushService(url)) return 'The host is not a push service that this site sends to.';
  if (url.protocol !== 'https:' && !allowedPrivateHosts().some((host) => host === '*' || host === url.host))
    return 'Push services are called by https.';
  try {
    encryptFor({ endpoint, p256dh, auth }, 'x');
    return null;
  } catch {
    return 'The keys are not those of a browser.';
  }
}

/** Encrypts a message for one browser with a new key (RFC 8291). */
function encryptFor({ p256dh, auth }: PushAddress, message: string): Buffer {
  const text = Buffer.from(message);
  const privateKey = createECDH('prime256v1');
  privateKey.generateKeys();
  const pad = Math.max(0, PADDED_BYTES - text.length);
  return ece.encrypt(text, { version: 'aes128gcm', dh: p256dh, authSecret: auth, privateKey, pad });
}

/**
 * Posts an encrypted message to the push service of a browser, by the same guard as calls to experiences; redirects are not followed.
 * @param message.authorization the header of RFC 8292
 */
export async function postPush(
  address: PushAddress,
  message: { text: string; authorization: string; signal?: AbortSignal | undefined },
): Promise<WebhookAnswer> {
  return callOnce({ address: address.endpoint, what: 'The push service', ...LIMITS }, async (outbound, url) => {
    if (!isPushService(url)) throw new GuardError('The host is not a push service that this site sends to.');
    const headers = {
      'content-encoding': 'aes128gcm',
      'content-type': 'application/octet-stream',
      ttl: String(KEPT_S),
      urgency: 'high',
      authorization: message.authorization,
    };
    const body = encryptFor(address, message.text);
    const { signal } = message;
    const only = { followsRedirects: false, readsBody: false } as const;
    const { status } = await outbound.request({ method: 'POST', url, headers, body, signal, ...only });
    return { status };
  });
}
