import type { ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { LRUCache } from 'lru-cache';

// Runs in a worker thread: compiling and applying an untrusted schema may take any time. The caller ends the thread.

const MAX_VALIDATORS = 200;
const MAX_ISSUES = 20;

export interface SchemaTask {
  /** JSON text of the schema. */
  schema: string;
  /** What it is applied to; without it the schema is only compiled. */
  value?: unknown;
}

/** `fault`: why the schema cannot be used. `issues`: what is wrong with the value; empty when it fits. */
export type SchemaResult = { fault: string } | { fault: null; issues: { path: string[]; message: string }[] };

const ajv = new Ajv2020({ allErrors: true, strict: false, logger: false });
addFormats.default(ajv);

const validators = new LRUCache<string, ValidateFunction>({ max: MAX_VALIDATORS });

function validatorOf(text: string): ValidateFunction {
  const cached = validators.get(text);
  if (cached) return cached;
  // The dialect and the address of a schema would make Ajv look for other schemas.
  const { $schema: _dialect, $id: _address, ...schema } = JSON.parse(text) as Record<string, unknown>;
  const validate = ajv.compile(schema);
  ajv.removeSchema(schema);
  validators.set(text, validate);
  return validate;
}

export default function checkBySchema({ schema, value }: SchemaTask): SchemaResult {
  try {
    const validate = validatorOf(schema);
    if (value === undefined || validate(value)) return { fault: null, issues: [] };
    const issues = (validate.errors ?? []).slice(0, MAX_ISSUES).map((error) => {
      const extra = error.params.additionalProperty;
      return {
        path: error.instancePath.split('/').slice(1),
        message: `${error.message ?? 'does not fit'}${extra === undefined ? '' : `: ${String(extra)}`}`,
      };
    });
    return { fault: null, issues };
  } catch (thrown) {
    return { fault: thrown instanceof Error ? thrown.message.slice(0, 300) : 'cannot be compiled' };
  }
}
