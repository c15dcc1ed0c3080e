import { useSaveDraft } from '@konsil/drafts/drafted-form';
import type { Draft } from '@konsil/drafts/drafts';
import { useZodForm } from '@konsil/forms/forms';
import { useListSnippetsQuery, useSaveSnippetsMutation } from '@konsil/api/search';
import { DraftQuestion, useDraftNote } from '@konsil/common';
import { saveSnippetsSchema, type Snippet } from '@konsil/contracts/search';
import { useCommon, useTexts } from '@konsil/i18n';
import { AddIcon, Button, ErrorSummary, Form, FormActions, Stack, useToast } from '@konsil/ui';
import { useFieldArray } from 'react-hook-form';
import * as z from 'zod/mini';
import { DraftedSection } from '../DraftedSection';
import { SnippetItem, type SnippetsForm as Written } from './SnippetItem';
import { snippetTexts } from './texts';

const schema = z.object({ snippets: saveSnippetsSchema });

type SnippetsDraft = Written & Record<string, unknown>;

/** The doctor's text snippets in the settings. Input is kept until it is saved. */
export function SnippetsSection({ id }: { id?: string }) {
  const { t } = useTexts(snippetTexts);
  return (
    <DraftedSection<Snippet[], SnippetsDraft>
      id={id}
      words={{ title: t('title'), lead: t('lead'), loading: t('loading'), failed: t('failed') }}
      result={useListSnippetsQuery()}
      draftKey="snippets"
    >
      {(snippets, draft) => <SnippetsForm snippets={snippets} draft={draft} />}
    </DraftedSection>
  );
}

function SnippetsForm({ snippets, draft }: { snippets: Snippet[]; draft: Draft<SnippetsDraft> }) {
  const { t } = useTexts(snippetTexts);
  const { t: common } = useCommon();
  const toast = useToast();
  const [save] = useSaveSnippetsMutation();
  const { form, field, errorOf, onSubmit, summary, busy } = useZodForm({
    schema,
    defaultValues: { snippets, ...draft.restored },
    guard: false,
    act: async (values) => {
      // Resetting counts as a change: before discarding the draft, or the saved values would become one.
      form.reset({ snippets: await save(values.snippets).unwrap() });
      await draft.drop();
      toast({ text: t('saved'), tone: 'success' });
    },
  });
  useSaveDraft(form, draft);
  const note = useDraftNote(draft);
  const discard = () => {
    form.reset({ snippets });
    void draft.drop();
  };
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'snippets', keyName: 'key' });
  const written = form.watch('snippets');
  return (
    <Form onSubmit={(event) => void onSubmit(event)}>
      <DraftQuestion draft={draft} />
      <ErrorSummary {...summary} />
      {fields.length === 0 && <p>{t('empty')}</p>}
      {fields.length > 0 && (
        <Stack gap={2}>
          {fields.map(({ key }, index) => (
            <SnippetItem
              key={key}
              index={index}
              snippet={written[index] ?? { title: '', text: '' }}
              field={field}
              errorOf={errorOf}
              onRemove={() => remove(index)}
            />
          ))}
        </Stack>
      )}
      <FormActions note={note}>
        <Button type="submit" busy={busy}>
          {t('save')}
        </Button>
        <Button variant="secondary" icon={<AddIcon />} onClick={() => append({ title: '', text: '' })}>
          {t('add')}
        </Button>
        {draft.savedAt && (
          <Button variant="quiet" onClick={discard}>
            {common('words.discardChanges')}
          </Button>
        )}
      </FormActions>
    </Form>
  );
}
