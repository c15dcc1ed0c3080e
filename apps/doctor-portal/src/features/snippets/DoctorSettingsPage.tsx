import { SettingsPage } from '@konsil/account';
import { useTexts } from '@konsil/i18n';
import { SnippetsSection } from './SnippetsSection';
import { snippetTexts } from './texts';

const id = 'snippets';

/** The settings with the doctor's text snippets as last section. */
export function DoctorSettingsPage() {
  const { t } = useTexts(snippetTexts);
  return <SettingsPage more={{ id, label: t('title'), content: <SnippetsSection id={id} /> }} />;
}
