import { z } from 'zod';
import { RequestFailure, request } from '@/components/console/request';

const optionsSchema = z.object({ options: z.record(z.string(), z.unknown()) });

/** What a browser says when no passkey was given: the person cancelled, has none, or waited too long. */
function noPasskey(thrown: unknown): RequestFailure {
  const { name = '' } = thrown as Error;
  const message =
    name === 'InvalidStateError'
      ? 'This device has a passkey of your account already.'
      : name === 'NotAllowedError' || name === 'AbortError'
        ? 'No passkey was given: it was cancelled, or this device has none for this site.'
        : 'This browser could not use a passkey here.';
  return new RequestFailure({ code: 'NO_PASSKEY', message, hint: '', retryable: true, status: 0 });
}

async function readOptions(path: string): Promise<never> {
  const { options } = await request({ method: 'POST', path, body: {}, answer: optionsSchema });
  return options as never;
}

/**
 * Lets the person sign the challenge of an operation with a passkey.
 * @param path of the operation that gives the options
 * @throws RequestFailure
 */
export async function signWithPasskey(path: string): Promise<unknown> {
  const optionsJSON = await readOptions(path);
  const { startAuthentication } = await import('@simplewebauthn/browser');
  return startAuthentication({ optionsJSON }).catch((thrown: unknown) => {
    throw noPasskey(thrown);
  });
}

/** Lets the person make a passkey. @throws RequestFailure */
export async function makePasskey(): Promise<unknown> {
  const optionsJSON = await readOptions('/api/console/passkeys/options');
  const { startRegistration } = await import('@simplewebauthn/browser');
  return startRegistration({ optionsJSON }).catch((thrown: unknown) => {
    throw noPasskey(thrown);
  });
}
