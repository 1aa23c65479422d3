import { pool, type Queryable, sql } from './database';
import { INSUFFICIENT_PRIVILEGE, sqlState } from './sql-state';

/** The system identifier of a PostgreSQL cluster, which its replicas share; '' where a managed server does not allow to read it. */
export async function clusterId(on: Queryable = pool()): Promise<string> {
  try {
    const rows = await sql<{ id: string }>(
      'cluster.id',
      'SELECT system_identifier::text AS id FROM pg_control_system()',
      [],
      on,
    );
    return rows[0]?.id ?? '';
  } catch (error) {
    if (sqlState(error) === INSUFFICIENT_PRIVILEGE) return '';
    throw error;
  }
}
