import { handleRest } from '@/lib/transport/rest';

interface Sent {
  /** Sent as JSON, `{}` by default; nothing with GET. */
  body?: unknown;
  /** Sent as it is, in place of `body`. */
  text?: string;
  /** The signed-in owner. */
  owner?: { cookie: string } | null;
  headers?: Record<string, string>;
  address?: string;
}

// biome-ignore lint/suspicious/noExplicitAny: answers are compared field by field
export type AnswerBody = any;

interface Answer {
  status: number;
  body: AnswerBody;
  headers: Headers;
}

/** Sends one request through the REST transport, as Next's route handlers do. `path` begins with `/api` or `/v1`. */
export async function sendRest(method: string, path: string, sent: Sent = {}): Promise<Answer> {
  const { body = {}, text = JSON.stringify(body), owner, headers, address = '10.0.0.1' } = sent;
  const request = new Request(`http://localhost:3000${path}`, {
    method,
    headers: {
      host: 'localhost:3000',
      'content-type': 'application/json',
      ...(owner ? { cookie: owner.cookie } : {}),
      ...headers,
    },
    ...(method === 'GET' ? {} : { body: text }),
  });
  const response = await handleRest(request, address);
  return { status: response.status, body: await response.json(), headers: response.headers };
}
