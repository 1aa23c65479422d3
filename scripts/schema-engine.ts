import { randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { PrismaPg } from '@prisma/adapter-pg';
import { bindMigrationAwareSqlAdapterFactory, ColumnTypeEnum } from '@prisma/driver-adapter-utils';
import type { MigrationList, SchemaEngine } from '@prisma/schema-engine-wasm/schema_engine_bg';
import pg from 'pg';
import type { Migration } from '@/lib/data/migrate';

const NO_FILTERS = { externalTables: [], externalEnums: [] };

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

/** Separate fields: a connection string would keep the adapter from using a shadow database. */
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

/** A pool that reads "char" as text and records for each result which columns were "char". */
function catalogPool(fields: pg.PoolConfig): { pool: pg.Pool; charColumns: WeakMap<object, number[]> } {
  const pool = new pg.Pool(fields);
  const charColumns = new WeakMap<object, number[]>();
  const plain = pool.query.bind(pool) as (query: unknown) => Promise<pg.QueryArrayResult>;
  const query = async (statement: unknown) => {
    const result = await plain(statement);
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
 * Prisma's adapter with two corrections. It splits a script at every `;`, also inside comments and function bodies;
 * here a script is sent whole. It drops its shadow database while still connected to it; here it disconnects first.
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

  /** Closes the pools that the engine leaves open when it is freed. */
  async close(): Promise<void> {
    await Promise.all([...this.#pools].map((pool) => pool.end()));
  }

  async #open(fields: pg.PoolConfig, afterClose?: () => Promise<void>): Promise<SchemaConnection> {
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
      await afterClose?.();
    };
    return connection;
  }
}

/**
 * Runs `work` with Prisma's schema engine as WebAssembly: what `prisma migrate` does, without the binary that it would
 * download. For development only; a start applies migrations without it (lib/data/migrate.ts).
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

/** The engine of this process: its glue code supports one instance. */
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
  // The type declarations of wasm-bindgen's glue code omit these two.
  const setWasm: unknown = Reflect.get(module, '__wbg_set_wasm');
  const start: unknown = instance.exports.__wbindgen_start;
  if (typeof setWasm !== 'function' || typeof start !== 'function') {
    throw new Error(
      'Unsupported version of @prisma/schema-engine-wasm: its exports have changed. Adapt scripts/schema-engine.ts.',
    );
  }
  setWasm(instance.exports);
  start();
  const panics = {
    set_message: (message: string) => process.stderr.write(`Prisma's schema engine panicked: ${message}\n`),
  };
  Object.assign(globalThis, { PRISMA_WASM_PANIC_REGISTRY: panics });
  return module;
}

/** Applies migrations as `prisma migrate deploy` does; returns the names of those that were not applied before. */
export function deployWithPrisma(url: string, directory: string, migrations: Migration[]): Promise<string[]> {
  return withSchemaEngine(url, '', async (engine) => {
    const answer = await engine.applyMigrations({
      migrationsList: migrationList(directory, migrations),
      filters: NO_FILTERS,
    });
    return answer.appliedMigrationNames;
  });
}

/**
 * Returns the SQL that leads from the result of `migrations` to `schema` (the text of schema.prisma); '' when they
 * agree. Creates and drops a shadow database on the server at `url`.
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
