import { useListSnippetsQuery } from '@konsil/api/search';
import type { PatientName } from '@konsil/contracts/patients';
import { useLocale, useTexts } from '@konsil/i18n';
import { Button, Menu, SnippetIcon, VisuallyHidden } from '@konsil/ui';
import { useRef } from 'react';
import { answerTexts } from './texts';
import { useIsAssistant } from '../assistants/use-is-assistant';
import { paths } from '../paths';
import { fillSnippet } from '../snippets/fill-snippet';
import { insertSnippet } from '../snippets/insert-snippet';

interface SnippetMenuProps {
  patient: PatientName;
  /** The name of the text field that the snippet is inserted into. */
  into: string;
  /** The label of the text field for screen readers, if there are several fields. */
  of?: string;
}

/** Inserts one of the doctor's text snippets, filled in for this patient; without snippets, links to add some. */
export function SnippetMenu({ patient, into, of }: SnippetMenuProps) {
  const { t } = useTexts(answerTexts);
  const locale = useLocale();
  const isAssistant = useIsAssistant();
  const { data: snippets = [] } = useListSnippetsQuery(undefined, { skip: isAssistant });
  const trigger = useRef<HTMLButtonElement>(null);
  // The snippets are the doctor's own.
  if (isAssistant) return null;
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
