import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { env } from '@/lib/core/env';
import { log } from '@/lib/core/log';
import { addMetricSource } from '@/lib/core/metrics';
import { MISDIRECTED, misdirectedText, type Role } from '@/lib/core/role';
import { sendNode } from '@/lib/transport/http/node';
import { answerPage, plainText, type ServePage } from './direct-lane';
import { PageProcess } from './page-process';

/** Of the process of the pages: a few pages are made at the same time. */
const MAX_CONNECTIONS = 5;

/** What answers requests for pages. */
export interface Pages {
  /** Answers a page; waits while Next is still loading. */
  serve: ServePage;
  /** Called when the database has its tables, which pages read. */
  begin: () => Promise<void>;
  close: () => Promise<void>;
}

/**
 * Gives Next the configuration as the build stored it, in the variable that its standalone server uses: otherwise
 * next.config.ts is compiled at every start, by a compiler that stays in memory (24 MB).
 */
function useBuiltConfig(): void {
  const file = path.join(process.env.NEXT_DIST_DIR || '.next', 'required-server-files.json');
  const { config } = JSON.parse(fs.readFileSync(file, 'utf8'));
  process.env.__NEXT_PRIVATE_STANDALONE_CONFIG = JSON.stringify(config);
}

/**
 * Loads Next into this process, without waiting for it: the direct lane serves before the pages are ready. A failure ends the process,
 * because a site without pages looks healthy to a load balancer.
 * @param httpServer gets the upgrades of Next, which it has in development
 */
export function openPages(port: number, httpServer: http.Server = http.createServer()): Pages {
  const isDevelopment = process.env.NODE_ENV !== 'production';
  if (!isDevelopment) useBuiltConfig();
  // Loaded here, because processes without pages do without its memory.
  const opening = import('next').then(async ({ default: next }) => {
    const app = next({ dev: isDevelopment, dir: process.cwd(), port, httpServer });
    await app.prepare();
    return app;
  });
  const handler = opening.then((app) => app.getRequestHandler());
  handler.catch((error: unknown) => {
    log.fatal({ err: error }, 'Next.js could not be loaded');
    process.exit(1);
  });
  return {
    serve: answerPage(async (request, response) => (await handler)(request, response)),
    begin: async () => {},
    close: async () => {
      await (await opening).close();
    },
  };
}

/** Makes pages in a process of its own. */
export function openPageProcess(): Pages {
  const pages = new PageProcess({
    file: path.join('scripts', 'serve-pages.mjs'),
    variables: () => ({ DATABASE_POOL: String(Math.min(MAX_CONNECTIONS, env().DATABASE_POOL)) }),
  });
  const stopMeasuring = addMetricSource(() => pages.measure());
  return {
    serve: (request, response) => pages.serve(request, response),
    begin: () => pages.begin(),
    close: async () => {
      stopMeasuring();
      await pages.close();
    },
  };
}

/** Answers every page with a refusal: this process has none. */
export function openNoPages(role: Role): Pages {
  const refusal = plainText(MISDIRECTED, misdirectedText(role, 'pages'));
  return {
    serve: async (request, response) => void (await sendNode(request, response, refusal)),
    begin: async () => {},
    close: async () => {},
  };
}
