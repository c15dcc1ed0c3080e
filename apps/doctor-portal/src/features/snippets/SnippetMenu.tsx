import { useListSnippetsQuery } from '@konsil/api/search';
import type { PatientName } from '@konsil/contracts/patients';
import { useLocale, useTexts } from '@konsil/i18n';
import { Menu, SnippetIcon } from '@konsil/ui';
import { answerTexts } from '../answer/texts';
import { fillSnippet } from './fill-snippet';

/** The doctor's text snippets, filled in for this patient. */
export function SnippetMenu({ patient, onInsert }: { patient: PatientName; onInsert: (text: string) => void }) {
  const { t } = useTexts(answerTexts);
  const locale = useLocale();
  const { data: snippets = [] } = useListSnippetsQuery();
  return (
    <Menu
      label={t('snippets')} icon={<SnippetIcon />} empty={t('snippetsEmpty')}
      items={snippets.map(({ id, title, text }) => ({ key: id, label: title, onSelect: () => onInsert(fillSnippet(text, patient, locale)) }))}
    />
  );
}
