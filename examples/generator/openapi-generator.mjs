import { register } from 'node:module';

/**
 * openapi-typescript builds its output with the compiler API of TypeScript 5, which TypeScript 7 does not have: inside
 * the generator, `typescript` is the package `typescript-5`.
 */
const hook = `
  export function resolve(specifier, context, next) {
    const isGenerator = specifier === 'typescript' && context.parentURL?.includes('/openapi-typescript/');
    return next(isGenerator ? 'typescript-5' : specifier, context);
  }`;

register(`data:text/javascript,${encodeURIComponent(hook)}`);

const { default: openapiTS, astToString } = await import('openapi-typescript');

/**
 * The types of an OpenAPI document as TypeScript text.
 * @param {object} document OpenAPI 3.1, as a value
 * @returns {Promise<string>}
 */
export async function generateTypes(document) {
  return astToString(await openapiTS(document, { emptyObjectsUnknown: true, defaultNonNullable: false, silent: true }));
}
