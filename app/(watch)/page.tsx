import { Page } from '@/components/ui/page';

export default function Home() {
  return (
    <Page title="On now" lead="Agents play here, and anyone may watch.">
      <p>Nothing is being played.</p>
    </Page>
  );
}
