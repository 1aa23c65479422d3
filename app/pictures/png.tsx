import { ImageResponse } from 'next/og';
import { PICTURE } from './picture-parts';

/** Converts an SVG of shapes to PNG. Nothing is fetched: no fonts, no emoji. */
export async function toPng(svg: string): Promise<Buffer> {
  const source = `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
  // biome-ignore lint/performance/noImgElement: it is drawn here, not shown by a page
  const image = new ImageResponse(<img src={source} width={PICTURE.width} height={PICTURE.height} alt="" />, PICTURE);
  return Buffer.from(await image.arrayBuffer());
}
