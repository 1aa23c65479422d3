export { PageProviders as default } from '@/components/ui/page-providers';
