declare module 'http_ece' {
  import type { ECDH } from 'node:crypto';

  const library: {
    /** Encrypts a message for a browser (RFC 8291). */
    encrypt(
      message: Buffer,
      keys: { version: 'aes128gcm'; dh: string; authSecret: string; privateKey: ECDH; pad: number },
    ): Buffer;
  };
  export default library;
}
