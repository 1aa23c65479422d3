import { type Env, parseEnv } from '@/lib/core/env';
import { requireFreePort } from './http';

/**
 * Reads the variables of a start and looks for its ports, before files are created, something is built or the database is migrated.
 * @throws Error that names each variable that is wrong, or the port that is in use
 */
export async function checkSettings(): Promise<Env> {
  const variables = parseEnv(process.env);
  const { PORT, LEAGUE_MANAGER_PORT, REFEREE_PORT, METRICS_PORT, LISTEN_ADDRESS: host } = variables;
  for (const [variable, port] of Object.entries({ PORT, LEAGUE_MANAGER_PORT, REFEREE_PORT, METRICS_PORT }))
    if (port !== undefined) await requireFreePort({ port, host, variable });
  return variables;
}
