import { SettingsPage } from '@konsil/account';
import { useTexts } from '@konsil/i18n';
import { AbsenceSection } from '../absence/AbsenceSection';
import { absenceTexts } from '../absence/texts';
import { SnippetsSection } from './SnippetsSection';
import { snippetTexts } from './texts';

/** The settings, with the doctor's absences and text snippets as last sections. */
export function DoctorSettingsPage() {
  const { t } = useTexts(snippetTexts);
  const { t: absence } = useTexts(absenceTexts);
  return (
    <SettingsPage
      more={[
        { id: 'absence', label: absence('title'), content: <AbsenceSection id="absence" /> },
        { id: 'snippets', label: t('title'), content: <SnippetsSection id="snippets" /> },
      ]}
    />
  );
}
