import type { BucketAddress, BucketSettings } from '@/lib/core/bucket-settings';

/** Why a bucket could not be used, in words for an operator: the variable that is wrong, and what to do. */
export class BucketError extends Error {
  override readonly name = 'BucketError';
}

const CONNECTION_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EPIPE',
  'ETIMEDOUT',
  'ERR_STREAM_PREMATURE_CLOSE',
  'TimeoutError',
]);
const TLS_CODE = /^(CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|ERR_TLS|ERR_SSL|EPROTO)/;

interface Fault {
  name?: string;
  code?: string;
  message?: string;
  $metadata?: { httpStatusCode?: number };
  errors?: Fault[];
}

/** Whether the connection broke, so that the same request may succeed later. */
export function isConnectionFault(thrown: unknown): boolean {
  const { name = '', code = '', message = '', errors = [] } = thrown as Fault;
  return (
    CONNECTION_CODES.has(code) ||
    CONNECTION_CODES.has(name) ||
    message === 'aborted' ||
    message === 'socket hang up' ||
    errors.some(isConnectionFault)
  );
}

/** What a request did, for messages. */
export type BucketAct = 'read' | 'write' | 'list' | 'delete';

/** Says what an answer of the service means. */
export function toBucketError(
  thrown: unknown,
  act: BucketAct,
  address: BucketAddress & { key: string },
  settings: BucketSettings,
): BucketError {
  if (thrown instanceof BucketError) return thrown;
  return new BucketError(wordsFor(thrown as Fault, act, address, settings), { cause: thrown });
}

function wordsFor(
  fault: Fault,
  act: BucketAct,
  { bucket, key }: BucketAddress & { key: string },
  settings: BucketSettings,
): string {
  const service = settings.AWS_ENDPOINT_URL_S3 || `Amazon S3 in ${settings.AWS_REGION}`;
  const code = fault.name && fault.name !== 'Error' ? fault.name : (fault.code ?? '');
  const status = fault.$metadata?.httpStatusCode;
  if (code === 'InvalidAccessKeyId') return `${service} does not know the key AWS_ACCESS_KEY_ID.`;
  if (code === 'SignatureDoesNotMatch') return `AWS_SECRET_ACCESS_KEY does not fit AWS_ACCESS_KEY_ID, says ${service}.`;
  if (code === 'ExpiredToken' || code === 'InvalidToken')
    return `The key has ended: renew AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_SESSION_TOKEN.`;
  if (code === 'CredentialsProviderError')
    return 'There is no key for the bucket: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.';
  if (code === 'RequestTimeTooSkewed') return 'The clock of this machine is wrong: the service refuses its requests.';
  if (code === 'NoSuchBucket') return `There is no bucket ${bucket} at ${service}: create it, or correct the address.`;
  if (code === 'NoSuchKey' || code === 'NotFound') return `There is no object s3://${bucket}/${key}.`;
  if (code === 'PermanentRedirect' || code === 'AuthorizationHeaderMalformed' || status === 301)
    return `AWS_REGION is not the region of the bucket ${bucket}.`;
  if (code === 'AccessDenied' || code === 'AllAccessDisabled' || status === 403)
    return `The key AWS_ACCESS_KEY_ID may not ${act} s3://${bucket}/${key}.`;
  if (TLS_CODE.test(fault.code ?? '')) return `No secure connection to ${service}: ${fault.message}.`;
  if (isConnectionFault(fault))
    return `Could not reach ${service} (${fault.code ?? code}): look at AWS_ENDPOINT_URL_S3 and the network.`;
  const answer = [status ? `HTTP ${status}` : '', code, fault.message].filter((word) => word).join(' ');
  return `${service} refused to ${act} s3://${bucket}/${key}: ${answer}.`;
}
