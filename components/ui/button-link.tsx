'use client';
import { Button, type ButtonProps } from '@mantine/core';
import Link from 'next/link';
import type { ReactNode } from 'react';

/** A link that looks like a button; usable from server components, which may not pass `component={Link}`. */
export function ButtonLink({ href, children, ...button }: ButtonProps & { href: string; children: ReactNode }) {
  return (
    <Button component={Link} href={href} {...button}>
      {children}
    </Button>
  );
}
