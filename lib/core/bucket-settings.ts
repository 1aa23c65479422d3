import { z } from 'zod';

/** What reaches S3-compatible buckets, by the variables that the tools of S3 share. */
export const bucketVariables = {
  /** The address of the S3 service; without one it is Amazon's of the region. */
  AWS_ENDPOINT_URL_S3: z
    .string()
    .refine(
      (url) => url === '' || (/^https?:\/\//.test(url) && URL.canParse(url)),
      'must be an address like https://s3.example or http://minio:9000',
    )
    .refine((url) => !url.includes('@'), 'must not have a name or password: set AWS_ACCESS_KEY_ID in their place')
    .transform((url) => url.replace(/\/+$/, ''))
    .default(''),
  AWS_REGION: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/, 'must be a region like eu-central-1')
    .or(z.literal(''))
    .default(''),
  AWS_ACCESS_KEY_ID: z
    .string()
    .regex(/^\S{3,128}$/, 'must be the id of a key, without spaces')
    .or(z.literal(''))
    .default(''),
  AWS_SECRET_ACCESS_KEY: z
    .string()
    .regex(/^\S{3,256}$/, 'must be the secret of the key AWS_ACCESS_KEY_ID, without spaces')
    .or(z.literal(''))
    .default(''),
  /** Of a key that ends after a time. */
  AWS_SESSION_TOKEN: z.string().default(''),
};

/** How buckets are reached; the names are those of the variables. */
export type BucketSettings = z.infer<z.ZodObject<typeof bucketVariables>>;

/** A place in a bucket. */
export interface BucketAddress {
  bucket: string;
  /** What names of objects begin with: '' or a path that ends with a slash. */
  prefix: string;
}

const ADDRESS = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*))?$/;
const PREFIX = /^[A-Za-z0-9!_.*'()-]+(?:\/[A-Za-z0-9!_.*'()-]+)*$/;

/** What an address of a bucket looks like, for messages. */
export const BUCKET_ADDRESS_EXAMPLE = 's3://bucket or s3://bucket/folder';

/** Reads `s3://bucket/folder`; null for another text. */
export function parseBucketAddress(text: string): BucketAddress | null {
  const [, bucket = '', path = ''] = ADDRESS.exec(text) ?? [];
  const folder = path.replace(/\/+$/, '');
  if (bucket === '' || (folder !== '' && !PREFIX.test(folder))) return null;
  return { bucket, prefix: folder === '' ? '' : `${folder}/` };
}

/**
 * What is missing of the settings before a bucket can be reached; null when nothing is. Without a key, that of the machine or
 * the pod is used, as the tools of Amazon find it.
 */
export function bucketSettingsFault(settings: BucketSettings): string | null {
  if ((settings.AWS_ACCESS_KEY_ID === '') !== (settings.AWS_SECRET_ACCESS_KEY === ''))
    return 'AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY: set both or neither';
  if (settings.AWS_ENDPOINT_URL_S3 === '' && settings.AWS_REGION === '')
    return 'AWS_REGION: set the region of the bucket, or AWS_ENDPOINT_URL_S3 for a service that is not Amazon';
  return null;
}
