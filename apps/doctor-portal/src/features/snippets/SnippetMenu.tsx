import { useListSnippetsQuery } from '@konsil/api/search';
import type { PatientName } from '@konsil/contracts/patients';
import { useLocale, useTexts } from '@konsil/i18n';
import { Button, Menu, SnippetIcon } from '@konsil/ui';
import { answerTexts } from '../answer/texts';
import { paths } from '../paths';
import { fillSnippet } from './fill-snippet';

/** The doctor's text snippets, filled in for this patient; the way to write some while there are none. */
export function SnippetMenu({ patient, onInsert }: { patient: PatientName; onInsert: (text: string) => void }) {
  const { t } = useTexts(answerTexts);
  const locale = useLocale();
  const { data: snippets = [] } = useListSnippetsQuery();
  const items = snippets.map(({ title, text }) => ({ label: title, onSelect: () => onInsert(fillSnippet(text, patient, locale)) }));
  return (
    <Menu
      align="start"
      trigger={<Button variant="secondary" size="small" icon={<SnippetIcon />}>{t('snippets')}</Button>}
      items={items.length > 0 ? items : [{ label: t('snippetsEmpty'), to: paths.settings }]}
    />
  );
}
