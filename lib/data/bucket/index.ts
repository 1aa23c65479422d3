import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { S3Client } from '@aws-sdk/client-s3';
import {
  BUCKET_ADDRESS_EXAMPLE,
  type BucketAddress,
  type BucketSettings,
  bucketSettingsFault,
  parseBucketAddress,
} from '@/lib/core/bucket-settings';
import { type BucketAct, BucketError, isConnectionFault, toBucketError } from './faults';

// Objects in an S3-compatible bucket: written and read as streams. The library is loaded with the first bucket.

export { BucketError };

const MEBIBYTE = 1_048_576;
/** A part is in memory while it is sent. */
const LEAST_PART_BYTES = 16 * MEBIBYTE;
const PARTS_AT_ONCE = 2;
/** S3 takes 10,000; the rest is for streams that are larger than expected. */
const EXPECTED_PARTS = 5_000;
const CONNECT_WITHIN_MS = 10_000;
/** A connection on which nothing moves for this long is broken. */
const SILENT_MS = 60_000;
const ATTEMPTS = 4;
/** Times that a reader goes on after a broken connection, without a byte in between. */
const MAX_RESUMES = 5;
const RESUME_PAUSE_MS = 500;

/** An object, without the prefix of its bucket. */
export interface StoredObject {
  name: string;
  bytes: number;
  modifiedAt: Date;
}

/** Objects below one prefix of one bucket. Every failure is a {@link BucketError}. */
export interface Bucket {
  /** `s3://bucket/prefix/`, for messages. */
  readonly label: string;
  /**
   * Stores a stream. The object is there only when the whole stream was sent and counted again; when the stream or the service
   * fails, the parts that were sent are removed.
   * @param expectedBytes about how many the stream has, which decides the size of parts; 0 up to 150 GB
   * @returns its size in bytes
   */
  putStream(name: string, content: Readable, expectedBytes?: number): Promise<number>;
  /** Reads an object as a stream, which goes on where it was when the connection breaks. */
  getStream(name: string): Readable;
  /** All objects whose names begin with `start`, in the order of their names. */
  list(start?: string): AsyncGenerator<StoredObject>;
  /** Removes an object; does nothing when it is not there. */
  delete(name: string): Promise<void>;
  close(): void;
}

/**
 * Opens `s3://bucket/prefix`, without a request.
 * @throws BucketError for another address or settings that do not suffice
 */
export async function openBucket(url: string, settings: BucketSettings): Promise<Bucket> {
  const address = parseBucketAddress(url);
  if (address === null) throw new BucketError(`${url} is not the address of a bucket like ${BUCKET_ADDRESS_EXAMPLE}.`);
  const fault = bucketSettingsFault(settings);
  if (fault !== null) throw new BucketError(`${fault}.`);
  // The version of the library is pinned to one that runs on every Node of this product: its advice to upgrade is not the operator's.
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true';
  const [sdk, storage] = await Promise.all([import('@aws-sdk/client-s3'), import('@aws-sdk/lib-storage')]);
  return new S3Bucket(address, settings, exportsOf(sdk), exportsOf(storage).Upload);
}

/** The exports of a CommonJS module: Node finds not all of their names, and has them in `default`. */
function exportsOf<Module extends object>(module: Module): Module {
  return 'default' in module ? (module.default as Module) : module;
}

type Sdk = typeof import('@aws-sdk/client-s3');
type UploadClass = typeof import('@aws-sdk/lib-storage').Upload;

class S3Bucket implements Bucket {
  readonly label: string;
  readonly #address: BucketAddress;
  readonly #settings: BucketSettings;
  readonly #sdk: Sdk;
  readonly #Upload: UploadClass;
  readonly #client: S3Client;

  constructor(address: BucketAddress, settings: BucketSettings, sdk: Sdk, Upload: UploadClass) {
    const { AWS_ACCESS_KEY_ID: id, AWS_SECRET_ACCESS_KEY: secret, AWS_SESSION_TOKEN: token } = settings;
    this.label = `s3://${address.bucket}/${address.prefix}`;
    this.#address = address;
    this.#settings = settings;
    this.#sdk = sdk;
    this.#Upload = Upload;
    this.#client = new sdk.S3Client({
      // Services that are not Amazon's ask for some region, and have the bucket in the path.
      region: settings.AWS_REGION || 'us-east-1',
      ...(settings.AWS_ENDPOINT_URL_S3 ? { endpoint: settings.AWS_ENDPOINT_URL_S3 } : {}),
      forcePathStyle: true,
      ...(id
        ? { credentials: { accessKeyId: id, secretAccessKey: secret, ...(token ? { sessionToken: token } : {}) } }
        : {}),
      // Not every service knows the newer checksums; what is sent is hashed for its signature anyway.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      maxAttempts: ATTEMPTS,
      requestHandler: { connectionTimeout: CONNECT_WITHIN_MS, socketTimeout: SILENT_MS },
    });
  }

  async putStream(name: string, content: Readable, expectedBytes = 0): Promise<number> {
    let bytes = 0;
    const counted = Readable.from(
      (async function* () {
        for await (const chunk of content as AsyncIterable<Buffer>) {
          bytes += chunk.length;
          yield chunk;
        }
      })(),
      { objectMode: false },
    );
    const at = this.#at(name);
    const upload = new this.#Upload({
      client: this.#client,
      params: { ...at, Body: counted },
      partSize: Math.max(LEAST_PART_BYTES, Math.ceil(expectedBytes / EXPECTED_PARTS)),
      queueSize: PARTS_AT_ONCE,
      // Removed below: the library would report a failure of that in the place of the first.
      leavePartsOnError: true,
    });
    try {
      await upload.done();
      const stored = await this.#client.send(new this.#sdk.HeadObjectCommand(at));
      if (stored.ContentLength === bytes) return bytes;
      await this.#client.send(new this.#sdk.DeleteObjectCommand(at));
      throw new BucketError(`${this.label}${name} has ${stored.ContentLength} of ${bytes} bytes and was removed.`);
    } catch (thrown) {
      if (upload.uploadId) await this.#abortUpload(at, upload.uploadId);
      // A fault of what was to be sent is reported as it is.
      if (content.errored) throw content.errored;
      throw this.#fault(thrown, 'write', name);
    } finally {
      content.destroy();
    }
  }

  /** Removes the parts of an upload that failed, as far as the service answers; its reason is reported, not ours. */
  async #abortUpload(at: { Bucket: string; Key: string }, id: string): Promise<void> {
    await this.#client.send(new this.#sdk.AbortMultipartUploadCommand({ ...at, UploadId: id })).catch(() => null);
  }

  getStream(name: string): Readable {
    return Readable.from(this.#read(name), { objectMode: false });
  }

  async *#read(name: string): AsyncGenerator<Buffer> {
    let at = 0;
    let total = 0;
    let version: string | undefined;
    for (let failures = 0; ; ) {
      try {
        const rest = at === 0 ? {} : { Range: `bytes=${at}-`, ...(version ? { IfMatch: version } : {}) };
        const answer = await this.#client.send(new this.#sdk.GetObjectCommand({ ...this.#at(name), ...rest }));
        if (at === 0) {
          total = answer.ContentLength ?? 0;
          version = answer.ETag;
        }
        for await (const chunk of answer.Body as unknown as AsyncIterable<Buffer>) {
          at += chunk.length;
          failures = 0;
          yield chunk;
        }
        if (at >= total) return;
        throw Object.assign(new Error('aborted'), { code: 'ECONNRESET' });
      } catch (thrown) {
        failures++;
        if (at === 0 || failures > MAX_RESUMES || !isConnectionFault(thrown)) throw this.#fault(thrown, 'read', name);
        await sleep(RESUME_PAUSE_MS * failures);
      }
    }
  }

  async *list(start = ''): AsyncGenerator<StoredObject> {
    const { bucket, prefix } = this.#address;
    let token: string | undefined;
    do {
      const page = await this.#client
        .send(
          new this.#sdk.ListObjectsV2Command({
            Bucket: bucket,
            Prefix: `${prefix}${start}`,
            ContinuationToken: token,
          }),
        )
        .catch((thrown: unknown) => {
          throw this.#fault(thrown, 'list', start);
        });
      for (const { Key = '', Size = 0, LastModified = new Date(0) } of page.Contents ?? [])
        yield { name: Key.slice(prefix.length), bytes: Size, modifiedAt: LastModified };
      token = page.NextContinuationToken;
    } while (token !== undefined);
  }

  async delete(name: string): Promise<void> {
    await this.#client.send(new this.#sdk.DeleteObjectCommand(this.#at(name))).catch((thrown: unknown) => {
      throw this.#fault(thrown, 'delete', name);
    });
  }

  close(): void {
    this.#client.destroy();
  }

  #at(name: string): { Bucket: string; Key: string } {
    return { Bucket: this.#address.bucket, Key: `${this.#address.prefix}${name}` };
  }

  #fault(thrown: unknown, act: BucketAct, name: string): BucketError {
    return toBucketError(thrown, act, { ...this.#address, key: `${this.#address.prefix}${name}` }, this.#settings);
  }
}
