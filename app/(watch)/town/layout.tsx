export { FullLayout as default } from '@/components/ui/full-layout';
