import { useZodForm } from '@konsil/api/forms';
import { useListSnippetsQuery, useSaveSnippetsMutation } from '@konsil/api/search';
import { saveSnippetsSchema, type Snippet } from '@konsil/contracts/search';
import { useTexts } from '@konsil/i18n';
import { AddIcon, Alert, Button, ErrorSummary, Form, FormActions, ListSkeleton, Section, Stack, useToast } from '@konsil/ui';
import { useFieldArray } from 'react-hook-form';
import * as z from 'zod/mini';
import { SnippetItem } from './SnippetItem';
import { snippetTexts } from './texts';

const schema = z.object({ snippets: saveSnippetsSchema });

/** The doctor's text snippets, in the settings. */
export function SnippetsSection({ id }: { id?: string }) {
  const { t } = useTexts(snippetTexts);
  const { data: snippets, isError, refetch } = useListSnippetsQuery();
  const content = () => {
    if (isError) return <Alert tone="danger" action={<Button variant="secondary" onClick={() => void refetch()}>{t('retry')}</Button>}>{t('failed')}</Alert>;
    if (!snippets) return <ListSkeleton label={t('loading')} rows={2} />;
    return <SnippetsForm snippets={snippets} />;
  };
  return (
    <Section id={id} title={t('title')}>
      <p>{t('lead')}</p>
      {content()}
    </Section>
  );
}

function SnippetsForm({ snippets }: { snippets: Snippet[] }) {
  const { t } = useTexts(snippetTexts);
  const toast = useToast();
  const [save] = useSaveSnippetsMutation();
  const { form, field, errorOf, onSubmit, summary, busy } = useZodForm({
    schema,
    defaultValues: { snippets },
    act: async (values) => {
      form.reset({ snippets: await save(values.snippets).unwrap() });
      toast({ text: t('saved'), tone: 'success' });
    },
  });
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'snippets', keyName: 'key' });
  const written = form.watch('snippets');
  return (
    <Form onSubmit={(event) => void onSubmit(event)}>
      <ErrorSummary {...summary} />
      {fields.length === 0 && <p>{t('empty')}</p>}
      {fields.length > 0 && (
        <Stack gap={2}>
          {fields.map(({ key }, index) => (
            <SnippetItem key={key} index={index} snippet={written[index] ?? { title: '', text: '' }} field={field} errorOf={errorOf} onRemove={() => remove(index)} />
          ))}
        </Stack>
      )}
      <FormActions>
        <Button type="submit" busy={busy}>{t('save')}</Button>
        <Button variant="secondary" icon={<AddIcon />} onClick={() => append({ title: '', text: '' })}>{t('add')}</Button>
      </FormActions>
    </Form>
  );
}
