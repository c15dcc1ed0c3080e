import { useConflict } from '@konsil/forms/conflict';
import { useSaveDraft } from '@konsil/drafts/drafted-form';
import { useDraft, type Draft } from '@konsil/drafts/drafts';
import { useZodForm } from '@konsil/forms/forms';
import { useUpdateMessageMutation } from '@konsil/api/messages';
import { DraftQuestion, useDraftNote, WaitingForDraft } from '@konsil/common';
import { messageSchema, newMessageSchema, type Message } from '@konsil/contracts/messages';
import { useCommon, useTexts } from '@konsil/i18n';
import { Alert, Button, ErrorSummary, FormActions, Stack, TextArea, TextField, useToast } from '@konsil/ui';
import { useCallback, useState } from 'react';
import * as z from 'zod/mini';
import { messageTexts } from './texts';

const schema = z.pick(newMessageSchema, { subject: true, message: true });
type Words = z.output<typeof schema>;
/** `version`: the one loaded when editing began. */
type Edit = Words & { version?: number };

interface EditMessageProps {
  message: Message;
  onDone: () => void;
}

/** Edits a sent message until the other side is shown it. Input is kept until it is saved. */
export function EditMessage(props: EditMessageProps) {
  const draft = useDraft<Edit>(`message-edit:${props.message.id}`);
  if (draft.status === 'loading') return <WaitingForDraft rows={2} />;
  return <OpenEdit {...props} draft={draft} />;
}

function OpenEdit({ message, onDone, draft }: EditMessageProps & { draft: Draft<Edit> }) {
  const { t } = useTexts(messageTexts);
  const { t: common } = useCommon();
  const toast = useToast();
  const [update] = useUpdateMessageMutation();
  const [opened] = useState(draft.restored?.version ?? message.version);
  const { theirs, version, watching } = useConflict(messageSchema, opened);
  const { form, field, onSubmit, summary, problem, busy } = useZodForm({
    schema,
    defaultValues: { subject: message.subject, message: message.message, ...draft.restored },
    guard: false,
    scope: `${message.id}-`,
    act: async (body) => {
      await watching(update({ id: message.id, body: { ...body, version } }).unwrap());
      await draft.drop();
      toast({ text: common('toasts.saved') });
      onDone();
    },
  });
  const { keep } = draft;
  const read = theirs ? opened : version;
  useSaveDraft(form, {
    keep: useCallback((words: Words) => keep({ ...words, ...(read !== undefined && { version: read }) }), [keep, read]),
  });
  const note = useDraftNote(draft);
  const tooLate = problem?.code === 'already_read';
  const giveUp = () => {
    void draft.drop();
    onDone();
  };
  return (
    <form onSubmit={(event) => void onSubmit(event)} noValidate aria-label={t('edit')}>
      <Stack gap={4}>
        <DraftQuestion draft={draft} />
        {tooLate && (
          <Alert tone="warning" live>
            {t('alreadyRead')}
          </Alert>
        )}
        {theirs && (
          <Alert tone="warning" live title={t('changedElsewhere')}>
            <strong>{theirs.subject}</strong>
            <br />
            {theirs.message}
          </Alert>
        )}
        {!tooLate && !theirs && <ErrorSummary {...summary} />}
        <TextField {...field('subject')} label={t('form.subject')} />
        <TextArea {...field('message')} label={t('form.message')} rows={4} />
        <FormActions note={note}>
          <Button type="submit" size="small" busy={busy}>
            {t('saveEdit')}
          </Button>
          <Button variant="quiet" size="small" onClick={giveUp}>
            {t('cancel')}
          </Button>
        </FormActions>
      </Stack>
    </form>
  );
}
