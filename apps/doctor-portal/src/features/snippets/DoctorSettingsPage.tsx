import { SettingsPage } from '@konsil/account';
import { useTexts } from '@konsil/i18n';
import { AbsenceSection } from '../absence/AbsenceSection';
import { absenceTexts } from '../absence/texts';
import { KeysSection } from '../shortcuts/KeysSection';
import { shortcutTexts } from '../shortcuts/texts';
import { SnippetsSection } from './SnippetsSection';
import { snippetTexts } from './texts';

/** The settings, with the doctor's keys, absences and text snippets as last sections. */
export function DoctorSettingsPage() {
  const { t } = useTexts(snippetTexts);
  const { t: keys } = useTexts(shortcutTexts);
  const { t: absence } = useTexts(absenceTexts);
  return (
    <SettingsPage
      more={[
        { id: 'keys', label: keys('title'), content: <KeysSection id="keys" /> },
        { id: 'absence', label: absence('title'), content: <AbsenceSection id="absence" /> },
        { id: 'snippets', label: t('title'), content: <SnippetsSection id="snippets" /> },
      ]}
    />
  );
}
