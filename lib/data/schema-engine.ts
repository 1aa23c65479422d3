import { randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { PrismaPg } from '@prisma/adapter-pg';
import { bindMigrationAwareSqlAdapterFactory, ColumnTypeEnum } from '@prisma/driver-adapter-utils';
import type { MigrationList, SchemaEngine } from '@prisma/schema-engine-wasm/schema_engine_bg';
import pg from 'pg';

/** A folder of prisma/migrations. */
export interface Migration {
  name: string;
  script: string;
}

const NO_FILTERS = { externalTables: [], externalEnums: [] };

/** Every migration of a prisma/migrations folder, in the order in which they apply. */
export async function readMigrations(directory: string): Promise<Migration[]> {
  const entries = await fs.readdir(directory, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return Promise.all(
    names.sort().map(async (name) => ({
      name,
      script: await fs.readFile(path.join(directory, name, 'migration.sql'), 'utf8'),
    })),
  );
}

function migrationList(directory: string, migrations: Migration[]): MigrationList {
  return {
    baseDir: directory,
    lockfile: { path: 'migration_lock.toml', content: 'provider = "postgresql"\n' },
    shadowDbInitScript: '',
    migrationDirectories: migrations.map(({ name, script }) => ({
      path: name,
      migrationFile: { path: 'migration.sql', content: { tag: 'ok', value: script } },
    })),
  };
}

/** Discrete fields: with a connection string the adapter could not be pointed at a shadow database. */
function connectionFields(url: string): pg.PoolConfig {
  const client = new pg.Client({ connectionString: url });
  return {
    host: client.host,
    port: client.port,
    user: client.user,
    password: client.password ?? '',
    database: client.database ?? 'postgres',
  };
}

async function runOnce(fields: pg.ClientConfig, statement: string): Promise<void> {
  const client = new pg.Client(fields);
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

/** PostgreSQL's internal one-byte type "char", which the catalogs use and the adapter does not know. */
const INTERNAL_CHAR = 18;

/** A pool that reads "char" as text, and remembers for every list of rows which columns were "char". */
function catalogPool(fields: pg.PoolConfig): { pool: pg.Pool; charColumns: WeakMap<object, number[]> } {
  const pool = new pg.Pool(fields);
  const charColumns = new WeakMap<object, number[]>();
  const plain = pool.query.bind(pool) as (query: unknown) => Promise<pg.QueryArrayResult>;
  const query = async (asked: unknown) => {
    const result = await plain(asked);
    const columns = (result.fields ?? []).flatMap((field, index) =>
      field.dataTypeID === INTERNAL_CHAR ? [index] : [],
    );
    for (const index of columns)
      result.fields.splice(index, 1, { ...result.fields[index], dataTypeID: pg.types.builtins.TEXT } as pg.FieldDef);
    if (columns.length > 0) charColumns.set(result.rows, columns);
    return result;
  };
  return { pool: Object.assign(pool, { query }), charColumns };
}

type SchemaConnection = Awaited<ReturnType<PrismaPg['connect']>>;

/**
 * Prisma's adapter, made fit for migrating. It would cut a script at every `;`, also inside comments and
 * function bodies, and run the pieces apart; here a script is sent whole, so PostgreSQL runs it in one
 * transaction. It would also drop its shadow database while still connected to it.
 */
class SchemaAdapter extends PrismaPg {
  readonly #fields: pg.PoolConfig;
  readonly #pools = new Set<pg.Pool>();

  constructor(fields: pg.PoolConfig) {
    super(fields);
    this.#fields = fields;
  }

  override connect(): Promise<SchemaConnection> {
    return this.#open(this.#fields);
  }

  override async connectToShadowDb(): Promise<SchemaConnection> {
    const database = `botplay_shadow_${randomUUID().replaceAll('-', '')}`;
    await runOnce(this.#fields, `CREATE DATABASE "${database}"`);
    return this.#open({ ...this.#fields, database }, () =>
      runOnce(this.#fields, `DROP DATABASE "${database}" WITH (FORCE)`),
    );
  }

  /** Ends what the engine leaves open when it is freed. */
  async close(): Promise<void> {
    await Promise.all([...this.#pools].map((pool) => pool.end()));
  }

  async #open(fields: pg.PoolConfig, afterwards?: () => Promise<void>): Promise<SchemaConnection> {
    const { pool, charColumns } = catalogPool(fields);
    this.#pools.add(pool);
    const connection = await new PrismaPg(pool).connect();
    const queryRaw = connection.queryRaw.bind(connection);
    connection.queryRaw = async (query) => {
      const result = await queryRaw(query);
      for (const index of charColumns.get(result.rows) ?? []) result.columnTypes[index] = ColumnTypeEnum.Character;
      return result;
    };
    connection.executeScript = async (script) => {
      await pool.query(script);
    };
    connection.dispose = async () => {
      this.#pools.delete(pool);
      await pool.end();
      await afterwards?.();
    };
    return connection;
  }
}

/**
 * Prisma's schema engine as WebAssembly. It does what `prisma migrate` does, without the binary that would
 * have to be downloaded. Loaded only when there is something to do: it takes about half a second.
 */
async function withSchemaEngine<T>(
  url: string,
  schema: string,
  work: (engine: SchemaEngine) => Promise<T>,
): Promise<T> {
  const { SchemaEngine } = await schemaEngine();
  const adapter = new SchemaAdapter(connectionFields(url));
  const engine = await SchemaEngine.new(
    { datamodels: [['schema.prisma', schema]] },
    () => {},
    bindMigrationAwareSqlAdapterFactory(adapter),
  );
  try {
    return await work(engine);
  } finally {
    engine.free();
    await adapter.close();
  }
}

type EngineModule = typeof import('@prisma/schema-engine-wasm/schema_engine_bg');
let loading: Promise<EngineModule> | undefined;

/** The engine of this process: its glue holds one instance, a second one would break the first. */
function schemaEngine(): Promise<EngineModule> {
  loading ??= loadSchemaEngine();
  return loading;
}

async function loadSchemaEngine(): Promise<EngineModule> {
  const module = await import('@prisma/schema-engine-wasm/schema_engine_bg');
  const script = createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm/schema_engine_bg');
  const bytes = await fs.readFile(path.join(path.dirname(script), 'schema_engine_bg.wasm'));
  const { instance } = await WebAssembly.instantiate(bytes, {
    './schema_engine_bg.js': module as unknown as WebAssembly.ModuleImports,
  });
  // wasm-bindgen's glue: its type declarations leave these two out.
  const setWasm: unknown = Reflect.get(module, '__wbg_set_wasm');
  const start: unknown = instance.exports.__wbindgen_start;
  if (typeof setWasm !== 'function' || typeof start !== 'function') {
    throw new Error("Prisma's schema engine does not have the shape that this version was written for.");
  }
  setWasm(instance.exports);
  start();
  const panics = {
    set_message: (message: string) => process.stderr.write(`Prisma's schema engine gave up: ${message}\n`),
  };
  Object.assign(globalThis, { PRISMA_WASM_PANIC_REGISTRY: panics });
  return module;
}

/**
 * Applies every migration that the database at `url` has not seen; returns their names. `_prisma_migrations`
 * is kept as Prisma keeps it, so `prisma migrate deploy` and this can take turns.
 */
export function applyMigrations(url: string, directory: string, migrations: Migration[]): Promise<string[]> {
  return withSchemaEngine(url, '', async (engine) => {
    const answer = await engine.applyMigrations({
      migrationsList: migrationList(directory, migrations),
      filters: NO_FILTERS,
    });
    return answer.appliedMigrationNames;
  });
}

/**
 * The SQL that leads from what `migrations` make to what `schema` (the text of schema.prisma) says; '' when
 * they agree. A shadow database is made and dropped on the server at `url`.
 */
export function diffMigrations(
  url: string,
  directory: string,
  migrations: Migration[],
  schema: string,
): Promise<string> {
  return withSchemaEngine(url, schema, async (engine) => {
    const answer = await engine.diff({
      from: { tag: 'migrations', ...migrationList(directory, migrations) },
      to: { tag: 'schemaDatamodel', files: [{ path: 'schema.prisma', content: schema }] },
      script: true,
      exitCode: true,
      filters: NO_FILTERS,
    });
    return answer.exitCode === 2 ? (answer.stdout ?? '') : '';
  });
}
