/** A JSON schema as plain data. */
export type Schema = Record<string, unknown>;

/** The schema of the object at a path of an answer, or null. What may be null or an error is read as the object. */
export function schemaAt(answer: Schema, path: string): Schema | null {
  let at: Schema | null = objectOf(answer);
  for (const part of path.split('.').filter(Boolean)) {
    const field = part.replace('[]', '');
    at = objectOf((at?.properties as Record<string, Schema> | undefined)?.[field]);
    if (part.endsWith('[]')) at = objectOf(at?.items as Schema | undefined);
  }
  return at?.properties ? at : null;
}

const objectOf = (schema: Schema | undefined): Schema | null => {
  if (!schema) return null;
  const one = (schema.anyOf ?? schema.oneOf) as Schema[] | undefined;
  return one ? (one.map(objectOf).find((each) => each?.properties || each?.items) ?? null) : schema;
};

/** The same text for schemas that differ in their own description only. */
const keyOf = ({ description: _, ...schema }: Schema): string => JSON.stringify(schema);

/** Replaces the schemas of the models by references to `#/components/schemas`, at every depth. */
export class ModelReferences {
  readonly #names = new Map<string, string>();
  readonly #schemas: ReadonlyMap<string, Schema>;

  constructor(schemas: ReadonlyMap<string, Schema>) {
    this.#schemas = schemas;
    for (const [name, schema] of schemas) this.#names.set(keyOf(schema), name);
  }

  /** A copy of a value of the document in which the models are references. */
  within(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((item) => this.within(item));
    if (typeof value !== 'object' || value === null) return value;
    const schema = value as Schema;
    const name = schema.properties ? this.#names.get(keyOf(schema)) : undefined;
    if (name === undefined) return this.#fieldsOf(schema);
    const reference = { $ref: `#/components/schemas/${name}` };
    return schema.description === undefined ? reference : { ...reference, description: schema.description };
  }

  /** The models themselves, whose parts refer to other models. */
  components(): Record<string, Schema> {
    return Object.fromEntries([...this.#schemas].map(([name, schema]) => [name, this.#fieldsOf(schema)]));
  }

  #fieldsOf(schema: Schema): Schema {
    return Object.fromEntries(Object.entries(schema).map(([key, field]) => [key, this.within(field)]));
  }
}

/** The name of an operation's answer: `SessionCreateAnswer`. */
export const answerNameOf = (operationId: string): string =>
  `${operationId
    .split(/[^a-zA-Z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')}Answer`;
