import { Page } from '@konsil/ui';
import { SnippetsSection } from './SnippetsSection';

/** The snippets as the last part of the settings page. */
export const SnippetsPart = () => (
  <Page>
    <SnippetsSection />
  </Page>
);
