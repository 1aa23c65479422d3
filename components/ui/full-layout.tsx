import '@mantine/core/styles.layer.css';
import '@mantine/code-highlight/styles.layer.css';
import 'mantine-datatable/styles.layer.css';
import type { ReactNode } from 'react';
import { PageProviders } from './page-providers';

/**
 * The layout of every page but the watching ones (home, match), which must load fast: all styles of Mantine and the
 * contexts of forms and filters. docs/decisions/0250-weight-of-pages.md
 */
export function FullLayout({ children }: { children: ReactNode }) {
  return <PageProviders>{children}</PageProviders>;
}
