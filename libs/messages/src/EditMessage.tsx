import { useZodForm } from '@konsil/api/forms';
import { useUpdateMessageMutation } from '@konsil/api/messages';
import { newMessageSchema, type Message } from '@konsil/contracts/messages';
import { useTexts } from '@konsil/i18n';
import { Alert, Button, ErrorSummary, FormActions, Stack, TextArea, TextField } from '@konsil/ui';
import * as z from 'zod/mini';
import { messageTexts } from './texts';

const schema = z.pick(newMessageSchema, { subject: true, message: true });

/** Changes a sent message while the other side has not read it. */
export function EditMessage({ message, onDone }: { message: Message; onDone: () => void }) {
  const { t } = useTexts(messageTexts);
  const [update] = useUpdateMessageMutation();
  const { field, onSubmit, summary, problem, busy } = useZodForm({
    schema,
    defaultValues: { subject: message.subject, message: message.message },
    scope: `${message.id}-`,
    act: async (body) => {
      await update({ id: message.id, body: { ...body, version: message.version } }).unwrap();
      onDone();
    },
  });
  const tooLate = problem?.code === 'already_read' || problem?.code === 'version_conflict';
  return (
    <form onSubmit={(event) => void onSubmit(event)} noValidate aria-label={t('edit')}>
      <Stack gap={4}>
        {tooLate ? <Alert tone="warning" live>{t('alreadyRead')}</Alert> : <ErrorSummary {...summary} />}
        <TextField {...field('subject')} label={t('form.subject')} />
        <TextArea {...field('message')} label={t('form.message')} rows={4} />
        <FormActions>
          <Button type="submit" size="small" busy={busy}>{t('saveEdit')}</Button>
          <Button variant="quiet" size="small" onClick={onDone}>{t('cancel')}</Button>
        </FormActions>
      </Stack>
    </form>
  );
}
