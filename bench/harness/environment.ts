/** The environment of a process of the product in a benchmark: as in production, with fixed secrets and no limits. */
export function productVariables(databaseUrl: string): Record<string, string> {
  return {
    NODE_ENV: 'production',
    BOTPLAY_EMBEDDED: '1',
    DATABASE_URL: databaseUrl,
    NEXTAUTH_URL: 'http://localhost:3000',
    NEXTAUTH_SECRET: 'bench-nextauth-secret-of-enough-length',
    ENCRYPTION_KEYS: `k1:${Buffer.alloc(32, 7).toString('base64')}`,
    IDENTITY_KEY: 'bench-identity-key-of-enough-length',
    JWT_KEYS: `j1:${Buffer.alloc(32, 9).toString('base64')}`,
    QUOTAS: 'false',
    LOG_LEVEL: 'fatal',
  };
}
