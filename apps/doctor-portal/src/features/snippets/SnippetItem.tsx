import type { ZodForm } from '@konsil/forms/forms';
import { snippetPlaceholders, type Snippet } from '@konsil/contracts/search';
import { useTexts } from '@konsil/i18n';
import { Button, Fieldset, RemoveIcon, Stack, TextArea, TextField } from '@konsil/ui';
import { Fragment, useEffect, useRef, useState } from 'react';
import { partsOf } from './fill-snippet';
import { SnippetDetails } from './snippet-parts';
import { snippetTexts } from './texts';

/** The form of all snippets. */
export interface SnippetsForm {
  snippets: Pick<Snippet, 'title' | 'text'>[];
}

interface SnippetItemProps extends Pick<ZodForm<SnippetsForm, SnippetsForm>, 'field' | 'errorOf'> {
  index: number;
  snippet: SnippetsForm['snippets'][number];
  onRemove: () => void;
}

/** One snippet, collapsed to its name and beginning; new ones and those with an error are expanded. */
export function SnippetItem({ index, snippet: { title, text }, field, errorOf, onRemove }: SnippetItemProps) {
  const { t } = useTexts(snippetTexts);
  const details = useRef<HTMLDetailsElement>(null);
  const [isNew] = useState(!title);
  const wrong = [errorOf(`snippets.${index}.title`), errorOf(`snippets.${index}.text`)].some(Boolean);
  // On every render, so that a field the error summary links to is never collapsed.
  useEffect(() => {
    if (wrong && details.current) details.current.open = true;
  });
  const placeholders = snippetPlaceholders.map((name, at) => (
    <Fragment key={name}>
      {at > 0 && ','} <code>{`{{${name}}}`}</code>
    </Fragment>
  ));
  const number = t('item', { number: index + 1 });
  return (
    <SnippetDetails ref={details} open={isNew}>
      <summary>
        <strong>{title.trim() || number}</strong>{' '}
        <span>{partsOf(text).map((part, at) => (at % 2 === 0 ? part : <code key={at}>{part}</code>))}</span>
      </summary>
      <Fieldset legend={number} labelHidden>
        <Stack gap={3}>
          <TextField {...field(`snippets.${index}.title`)} label={t('name')} />
          <TextArea
            {...field(`snippets.${index}.text`)}
            label={t('text')}
            hint={
              <>
                {t('placeholders')}
                {placeholders}
              </>
            }
            rows={3}
          />
          <div>
            <Button variant="quiet" size="small" icon={<RemoveIcon />} onClick={onRemove}>
              {t('remove')}
            </Button>
          </div>
        </Stack>
      </Fieldset>
    </SnippetDetails>
  );
}
