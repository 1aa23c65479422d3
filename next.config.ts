import type { NextConfig } from 'next';

/** The custom server adds the content policy, whose nonce is of one answer. */
const SECURITY_HEADERS = [
  { key: 'X-Content-Type-Options', value: 'nosniff' },
  { key: 'Referrer-Policy', value: 'strict-origin-when-cross-origin' },
  { key: 'Permissions-Policy', value: 'camera=(), geolocation=(), microphone=(), payment=()' },
  { key: 'Cross-Origin-Opener-Policy', value: 'same-origin' },
];

/** Pages and next-auth. The transports set their own headers, the same on both lanes. */
const PAGES = '/((?!api/(?!auth/)|mcp|v1/|oauth/(?!authorize)).*)';

/**
 * Apps open these in a window of their own, and their page learns of the end by `window.opener`, which the policy of the
 * other pages would cut.
 */
const SIGN_IN_PAGES = '/(oauth/authorize|sign-in|sign-up|api/auth/.*)';

/** Loaded by Node as they are: native code, WebAssembly, and what both lanes share. */
const EXTERNAL = [
  '@modelcontextprotocol/server',
  '@node-rs/argon2',
  '@prisma/adapter-pg',
  '@prisma/client',
  '@redis/client',
  'cockatiel',
  'fontkit',
  'pg',
  'pino',
  'piscina',
  'prom-client',
  'rate-limiter-flexible',
  'undici',
];

const config: NextConfig = {
  distDir: process.env.NEXT_DIST_DIR || '.next',
  poweredByHeader: false,
  reactStrictMode: true,
  serverExternalPackages: EXTERNAL,
  outputFileTracingRoot: import.meta.dirname,
  turbopack: {
    root: import.meta.dirname,
    // Pages connect by WebSocket only: the other transports of the client of Socket.IO are left out.
    resolveAlias: {
      './polling-xhr.node.js': { browser: './components/live/no-transport.ts' },
      './webtransport.js': { browser: './components/live/no-transport.ts' },
    },
  },
  // `npm test` checks types once, for the whole checkout.
  typescript: { ignoreBuildErrors: true },
  experimental: {
    // Loading the code of every page at start would delay the first calls; each page loads with its first visit.
    preloadEntriesOnStart: false,
    optimizePackageImports: ['@mantine/hooks'],
    // scripts/build.mjs builds only when something changed; the cache would cost 20 s and 170 MB of a first build.
    turbopackFileSystemCacheForBuild: false,
  },
  headers: async () => [
    { source: PAGES, headers: SECURITY_HEADERS },
    { source: SIGN_IN_PAGES, headers: [{ key: 'Cross-Origin-Opener-Policy', value: 'unsafe-none' }] },
  ],
};

export default config;
