import { useListSnippetsQuery } from '@konsil/api/search';
import type { PatientName } from '@konsil/contracts/patients';
import { useLocale, useTexts } from '@konsil/i18n';
import { Button, Menu, SnippetIcon, VisuallyHidden } from '@konsil/ui';
import { useRef } from 'react';
import { answerTexts } from '../answer/texts';
import { paths } from '../paths';
import { fillSnippet } from './fill-snippet';
import { insertSnippet } from './insert-snippet';

interface SnippetMenuProps {
  patient: PatientName;
  /** The text field, by its name in the form around, where the snippet comes and the writing goes on. */
  into: string;
  /** What that field is called, where there are several; spoken. */
  of?: string;
}

/** The doctor's text snippets, filled in for this patient; the way to write some while there are none. */
export function SnippetMenu({ patient, into, of }: SnippetMenuProps) {
  const { t } = useTexts(answerTexts);
  const locale = useLocale();
  const { data: snippets = [] } = useListSnippetsQuery();
  const trigger = useRef<HTMLButtonElement>(null);
  const insert = (text: string) => {
    const field = trigger.current?.form?.elements.namedItem(into);
    if (!(field instanceof HTMLTextAreaElement)) return;
    insertSnippet(field, fillSnippet(text, patient, locale));
    return field;
  };
  const items = snippets.map(({ title, text }) => ({ label: title, onSelect: () => insert(text) }));
  return (
    <Menu
      align="start"
      trigger={
        <Button ref={trigger} variant="secondary" size="small" icon={<SnippetIcon />}>
          {t('snippets')}
          {of && <VisuallyHidden> {of}</VisuallyHidden>}
        </Button>
      }
      items={items.length > 0 ? items : [{ label: t('snippetsEmpty'), to: paths.settings }]}
    />
  );
}
