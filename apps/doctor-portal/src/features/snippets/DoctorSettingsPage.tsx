import { SettingsPage } from '@konsil/account';
import { useTexts } from '@konsil/i18n';
import { useIsAssistant } from '../assistants/use-is-assistant';
import { AssistantsSection } from '../assistants/AssistantsSection';
import { assistantTexts } from '../assistants/texts';
import { AbsenceSection } from '../absence/AbsenceSection';
import { absenceTexts } from '../absence/texts';
import { LetterheadSection } from '../letters/LetterheadSection';
import { letterTexts } from '../letters/texts';
import { KeysSection } from '../shortcuts/KeysSection';
import { shortcutTexts } from '../shortcuts/texts';
import { SpecialtyFormSection } from '../specialty-form/SpecialtyFormSection';
import { specialtyFormTexts } from '../specialty-form/texts';
import { SystemsSection } from '../systems/SystemsSection';
import { systemTexts } from '../systems/texts';
import { SnippetsSection } from './SnippetsSection';
import { snippetTexts } from './texts';

/** The settings, with the doctor's keys, absences, letterhead, text snippets, own form and systems as last sections. */
export function DoctorSettingsPage() {
  const { t } = useTexts(snippetTexts);
  const { t: keys } = useTexts(shortcutTexts);
  const { t: absence } = useTexts(absenceTexts);
  const { t: assistants } = useTexts(assistantTexts);
  const { t: letters } = useTexts(letterTexts);
  const { t: ownForm } = useTexts(specialtyFormTexts);
  const { t: systems } = useTexts(systemTexts);
  // An assistant has the keys, and nothing that is the doctor's.
  if (useIsAssistant())
    return <SettingsPage more={[{ id: 'keys', label: keys('title'), content: <KeysSection id="keys" /> }]} />;
  return (
    <SettingsPage
      more={[
        { id: 'keys', label: keys('title'), content: <KeysSection id="keys" /> },
        { id: 'absence', label: absence('title'), content: <AbsenceSection id="absence" /> },
        { id: 'assistants', label: assistants('title'), content: <AssistantsSection id="assistants" /> },
        { id: 'letterhead', label: letters('letterhead.title'), content: <LetterheadSection id="letterhead" /> },
        { id: 'snippets', label: t('title'), content: <SnippetsSection id="snippets" /> },
        { id: 'specialty-form', label: ownForm('title'), content: <SpecialtyFormSection id="specialty-form" /> },
        { id: 'systems', label: systems('title'), content: <SystemsSection id="systems" /> },
      ]}
    />
  );
}
