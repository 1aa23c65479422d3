/** "$0.0042", "$12.30": a cost in US dollars. */
export function formatCost(usd: number): string {
  if (usd === 0) return '$0';
  return usd < 0.1 ? `$${Number(usd.toPrecision(2))}` : `$${usd.toFixed(2)}`;
}

/** "1.2 k", "3.4 M": a count in a short form. */
export function formatCount(count: number): string {
  if (count < 10_000) return count.toLocaleString('en');
  return count < 1_000_000 ? `${(count / 1_000).toFixed(1)} k` : `${(count / 1_000_000).toFixed(1)} M`;
}

/** "1,200 + 30 tokens": input and output; null when neither is known. */
export function formatTokens(input: number | null, output: number | null): string | null {
  if (input === null && output === null) return null;
  return `${formatCount(input ?? 0)} + ${formatCount(output ?? 0)} tokens`;
}
