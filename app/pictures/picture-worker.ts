import { ImageResponse } from 'next/og.js';
import { createElement } from 'react';
import { lowerThreadPriority } from '@/lib/core/low-priority';

/** An SVG of shapes, and its size. */
export interface PaintRequest {
  svg: string;
  width: number;
  height: number;
}

lowerThreadPriority();

/** The job of the thread that paints pictures: the SVG as PNG. Nothing is fetched: no fonts, no emoji. */
export default async function paint({ svg, width, height }: PaintRequest): Promise<Uint8Array> {
  const src = `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
  const image = new ImageResponse(createElement('img', { src, alt: '', width, height }), { width, height });
  return new Uint8Array(await image.arrayBuffer());
}
