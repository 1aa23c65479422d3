import net from 'node:net';

const refusedIpv4 = new net.BlockList();
const REFUSED_IPV4: [string, number][] = [
  ['0.0.0.0', 8], // this network
  ['10.0.0.0', 8], // private
  ['100.64.0.0', 10], // carrier-grade NAT
  ['127.0.0.0', 8], // loopback
  ['168.63.129.16', 32], // Azure's metadata service, public by every range table
  ['169.254.0.0', 16], // link-local, metadata services
  ['172.16.0.0', 12], // private
  ['192.0.0.0', 24], // IETF protocol assignments
  ['192.0.2.0', 24], // documentation
  ['192.88.99.0', 24], // 6to4 relays
  ['192.168.0.0', 16], // private
  ['198.18.0.0', 15], // benchmarking
  ['198.51.100.0', 24], // documentation
  ['203.0.113.0', 24], // documentation
  ['224.0.0.0', 4], // multicast
  ['240.0.0.0', 4], // reserved and broadcast
];
for (const [address, prefix] of REFUSED_IPV4) refusedIpv4.addSubnet(address, prefix, 'ipv4');

const metadata = new net.BlockList();
metadata.addSubnet('169.254.0.0', 16, 'ipv4'); // link-local: most clouds
metadata.addAddress('168.63.129.16', 'ipv4'); // Azure
metadata.addAddress('100.100.100.200', 'ipv4'); // Alibaba
metadata.addSubnet('fe80::', 10, 'ipv6'); // link-local
metadata.addAddress('fd00:ec2::254', 'ipv6'); // AWS

/** Whether an address is link-local or known as a cloud's metadata service, which hands out credentials of the machine. */
export function isMetadataAddress(address: string): boolean {
  const [plain = ''] = address.split('%');
  if (net.isIPv4(plain)) return metadata.check(plain, 'ipv4');
  return net.isIPv6(plain) && metadata.check(plain, 'ipv6');
}

/** The eight 16-bit groups of a valid IPv6 address, without its zone id. */
function ipv6Groups(address: string): number[] {
  let text = address.split('%')[0] as string;
  const dotted = /(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(text);
  if (dotted) {
    const [a, b, c, d] = dotted.slice(1).map(Number) as [number, number, number, number];
    text = `${text.slice(0, dotted.index)}${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
  }
  const [head = '', tail] = text.split('::');
  const groups = (part: string) => (part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16)));
  const left = groups(head);
  const right = tail === undefined ? [] : groups(tail);
  const gap = tail === undefined ? 0 : 8 - left.length - right.length;
  return [...left, ...new Array<number>(gap).fill(0), ...right];
}

function ipv4From(high: number, low: number): string {
  return `${high >> 8}.${high & 255}.${low >> 8}.${low & 255}`;
}

function isPublicIpv4(address: string): boolean {
  return !refusedIpv4.check(address, 'ipv4');
}

/** An IPv6 address that contains an IPv4 address is as public as that; any other must be global unicast. */
function isPublicIpv6(address: string): boolean {
  const groups = ipv6Groups(address);
  const [w0, w1, w2, w3, w4, w5, w6, w7] = groups as [number, number, number, number, number, number, number, number];
  const embedded = ipv4From(w6, w7);
  const zero = (...list: number[]) => list.every((group) => group === 0);
  if (zero(w0, w1, w2, w3, w4) && w5 === 0xffff) return isPublicIpv4(embedded); // mapped
  if (w0 === 0x64 && w1 === 0xff9b && zero(w2, w3, w4, w5)) return isPublicIpv4(embedded); // NAT64
  if (w0 === 0x2002) return isPublicIpv4(ipv4From(w1, w2)); // 6to4
  if (w0 === 0x2001 && w1 < 0x200) return false; // Teredo, ORCHID and other protocol assignments
  if (w0 === 0x2001 && w1 === 0xdb8) return false; // documentation
  if (w0 === 0x3fff && w1 < 0x1000) return false; // documentation
  return w0 >= 0x2000 && w0 <= 0x3fff;
}

/**
 * Whether an IP address is public: not loopback, private, link-local, multicast, reserved or a metadata service, in any
 * notation. Text that is not an IP address is not public.
 */
export function isPublicAddress(address: string): boolean {
  if (net.isIPv4(address)) return isPublicIpv4(address);
  if (net.isIPv6(address)) return isPublicIpv6(address);
  return false;
}
