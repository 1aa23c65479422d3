/** One part of an Accept-Encoding. Matched from its start, so that its time grows with its length alone. */
const PART = /^([\w-]+)\s*(?:;\s*q=([\d.]+))?$/i;

/** Whether an Accept-Encoding names this encoding and does not refuse it. RFC 9110, 12.5.3. */
export function acceptsEncoding(acceptEncoding: string, encoding: 'gzip' | 'br'): boolean {
  return acceptEncoding.split(',').some((part) => {
    const [, name, weight = '1'] = PART.exec(part.trim()) ?? [];
    return name?.toLowerCase() === encoding && Number(weight) > 0;
  });
}
