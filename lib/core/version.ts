/** The version of the product, by semver; that of package.json. */
export const VERSION = '0.1.0';
