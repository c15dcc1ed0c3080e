import type * as z from 'zod/mini';
import { contactSchema } from '@konsil/contracts/accounts';
import { useContactOperatorMutation } from '@konsil/api/account';
import { useSaveDraft } from '@konsil/drafts/drafted-form';
import { DraftQuestion, useDraftNote } from '@konsil/common';
import type { Draft } from '@konsil/drafts/drafts';
import { useZodForm } from '@konsil/forms/forms';
import { useIntent } from '@konsil/api/intent';
import { useTexts } from '@konsil/i18n';
import { Alert, Button, Card, ErrorSummary, Form, FormActions, TextArea, TextField } from '@konsil/ui';
import { accountTexts } from '../account/texts.ts';

export type Contact = z.infer<typeof contactSchema>;

/** Subject and message; input is kept as a draft. */
export function ContactForm({ draft, onSent }: { draft: Draft<Contact>; onSent: () => void }) {
  const { t } = useTexts(accountTexts);
  const [send] = useContactOperatorMutation();
  const attempt = useIntent();
  const note = useDraftNote(draft);
  const { form, field, summary, onSubmit, busy } = useZodForm({
    schema: contactSchema,
    defaultValues: draft.restored ?? { subject: '', message: '' },
    act: async (values) => {
      await attempt(values, (key) => send({ body: values, key }).unwrap());
      await draft.drop();
      onSent();
    },
    guard: false,
  });
  useSaveDraft(form, draft);
  return (
    <Card>
      <Form onSubmit={(event) => void onSubmit(event)} method="post">
        <DraftQuestion draft={draft} />
        <ErrorSummary {...summary} />
        <Alert tone="warning">{t('contact.noHealth')}</Alert>
        <TextField {...field('subject')} label={t('contact.subject')} />
        <TextArea {...field('message')} label={t('contact.message')} />
        <FormActions note={note}>
          <Button type="submit" busy={busy}>
            {t('contact.submit')}
          </Button>
        </FormActions>
      </Form>
    </Card>
  );
}
