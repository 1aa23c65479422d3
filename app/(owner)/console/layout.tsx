import type { Metadata } from 'next';

export { OwnerFrame as default } from '@/app/owner-frame';

export const metadata: Metadata = { title: { default: 'Console', template: '%s · Console · Botplay' } };
