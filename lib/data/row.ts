import type { Prisma } from '@/generated/prisma/client';

type Scalars<Model extends Prisma.ModelName> = Prisma.TypeMap['model'][Model]['payload']['scalars'];

type SnakeCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : Name;

/** What the pool returns for a field of Prisma: bigint as a number, JSON as unknown. */
type ColumnValue<Field> = [Prisma.JsonValue] extends [Field] ? unknown : Field extends bigint ? number : Field;

/** The rows of a table under the names of Prisma: bigint as a number, JSON as unknown. */
type FieldsOf<Model extends Prisma.ModelName> = { [Field in keyof Scalars<Model>]: ColumnValue<Scalars<Model>[Field]> };

/** Every column of a model's table, under its name in the database. */
type Columns<Model extends Prisma.ModelName> = {
  [Field in keyof Scalars<Model> & string as SnakeCase<Field>]: ColumnValue<Scalars<Model>[Field]>;
};

/**
 * The row of a hand-written statement, taken from schema.prisma: `Row<'Match', 'id' | 'started_at'>`.
 * `Narrow` gives JSON and word columns their type: `Row<'Event', 'id' | 'audience', { audience: Audience }>`.
 */
export type Row<
  Model extends Prisma.ModelName,
  Column extends keyof Columns<Model>,
  Narrow extends Partial<Record<Column, unknown>> = Record<never, never>,
> = { [Name in Column]: Name extends keyof Narrow ? Narrow[Name] : Columns<Model>[Name] };

/**
 * `Row` under the names of Prisma, for statements that name their columns so (`agent_id AS "agentId"`):
 * `Fields<'Session', 'id' | 'status', { status: SessionStatus }>`.
 */
export type Fields<
  Model extends Prisma.ModelName,
  Field extends keyof FieldsOf<Model>,
  Narrow extends Partial<Record<Field, unknown>> = Record<never, never>,
> = { [Name in Field]: Name extends keyof Narrow ? Narrow[Name] : FieldsOf<Model>[Name] };
