/** One call on the activity page, as REST writes it. */
export interface ActivityLine {
  id: string;
  agent_id: string;
  agent_name: string;
  key_id: string | null;
  key_name: string | null;
  key_prefix: string | null;
  address: string | null;
  tool: string;
  transport: string;
  outcome: string;
  status: number | null;
  message: string | null;
  arguments: string | null;
  session_id: string | null;
  experience_id: string | null;
  experience_name: string | null;
  duration_ms: number;
  at: string;
}

/** "0.42 ms", "12 ms", "1.3 s": how long a call took. */
export function formatDuration(ms: number): string {
  if (ms < 10) return `${ms.toFixed(2)} ms`;
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}
