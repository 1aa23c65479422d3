const REVERSED_POLYNOMIAL = 0xedb88320;

const TABLE = new Uint32Array(256).map((_, byte) => {
  let remainder = byte;
  for (let bit = 0; bit < 8; bit++)
    remainder = remainder & 1 ? (remainder >>> 1) ^ REVERSED_POLYNOMIAL : remainder >>> 1;
  return remainder;
});

/**
 * The CRC-32 of gzip (RFC 1952, 8), which `node:zlib` has from Node 20.15 on.
 * @param before the checksum of what comes before these bytes; 0 for nothing
 */
export function crc32(bytes: Uint8Array, before: number): number {
  let checksum = ~before;
  for (const byte of bytes) checksum = (TABLE[(checksum ^ byte) & 0xff] as number) ^ (checksum >>> 8);
  return ~checksum >>> 0;
}
