import { useDraftNote, useKeepDraft } from '@konsil/api/drafted-form';
import { useDraft, type Draft } from '@konsil/api/drafts';
import { useZodForm } from '@konsil/api/forms';
import { useUpdateMessageMutation } from '@konsil/api/messages';
import { newMessageSchema, type Message } from '@konsil/contracts/messages';
import { useTexts } from '@konsil/i18n';
import { Alert, Button, ErrorSummary, FormActions, ListSkeleton, Stack, TextArea, TextField } from '@konsil/ui';
import * as z from 'zod/mini';
import { messageTexts } from './texts';

const schema = z.pick(newMessageSchema, { subject: true, message: true });
type Words = z.output<typeof schema>;

interface EditMessageProps {
  message: Message;
  onDone: () => void;
}

/** Changes a sent message until the other side is shown it. What is typed is kept until it is saved. */
export function EditMessage(props: EditMessageProps) {
  const { t } = useTexts(messageTexts);
  const draft = useDraft<Words>(`message-edit:${props.message.id}`);
  if (draft.status === 'loading') return <ListSkeleton label={t('loading')} rows={2} />;
  return <OpenEdit {...props} draft={draft} />;
}

function OpenEdit({ message, onDone, draft }: EditMessageProps & { draft: Draft<Words> }) {
  const { t } = useTexts(messageTexts);
  const [update] = useUpdateMessageMutation();
  const { form, field, onSubmit, summary, problem, busy } = useZodForm({
    schema,
    defaultValues: { subject: message.subject, message: message.message, ...draft.restored },
    guard: false,
    scope: `${message.id}-`,
    act: async (body) => {
      await update({ id: message.id, body: { ...body, version: message.version } }).unwrap();
      await draft.drop();
      onDone();
    },
  });
  useKeepDraft(form, draft);
  const note = useDraftNote(draft);
  const tooLate = problem?.code === 'already_read' || problem?.code === 'version_conflict';
  const giveUp = () => {
    void draft.drop();
    onDone();
  };
  return (
    <form onSubmit={(event) => void onSubmit(event)} noValidate aria-label={t('edit')}>
      <Stack gap={4}>
        {tooLate ? <Alert tone="warning" live>{t('alreadyRead')}</Alert> : <ErrorSummary {...summary} />}
        <TextField {...field('subject')} label={t('form.subject')} />
        <TextArea {...field('message')} label={t('form.message')} rows={4} />
        <FormActions note={note}>
          <Button type="submit" size="small" busy={busy}>{t('saveEdit')}</Button>
          <Button variant="quiet" size="small" onClick={giveUp}>{t('cancel')}</Button>
        </FormActions>
      </Stack>
    </form>
  );
}
