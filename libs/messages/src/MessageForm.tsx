import { useDraft, type Draft } from '@konsil/drafts/drafts';
import { useSaveDraft } from '@konsil/drafts/drafted-form';
import { useZodForm } from '@konsil/forms/forms';
import { useIntent } from '@konsil/api/intent';
import { useSendMessageMutation } from '@konsil/api/messages';
import { DraftQuestion, useDraftNote, WaitingForDraft } from '@konsil/common';
import { newMessageSchema, type NewMessage } from '@konsil/contracts/messages';
import { problemText, useCommon, useTexts } from '@konsil/i18n';
import {
  Alert,
  Button,
  CheckboxField,
  DefinitionList,
  ErrorSummary,
  Fieldset,
  FileName,
  FormActions,
  SendIcon,
  Stack,
  TextArea,
  TextField,
  useToast,
} from '@konsil/ui';
import { useState, type ReactNode } from 'react';
import * as z from 'zod/mini';
import type { Attachable } from './attachable';
import { ReadableWidth, Note } from './message-parts';
import { subjectFrom } from './subject';
import { messageTexts } from './texts';

/** The unsent message of a case, stored on the server. */
export const useMessageDraft = (caseId: string): Draft<NewMessage> => useDraft<NewMessage>(`message:${caseId}`);

export interface MessageFormProps {
  caseId: string;
  /** From `useMessageDraft`, so that the parent can tell that a draft exists. */
  draft: Draft<NewMessage>;
  /** The recipient. */
  to: string;
  /** The form's title if the message is more than a new one, e.g. the answer to a question. */
  title?: string;
  /** Suggested subject, e.g. of the message being answered. Without one the message's beginning is its subject. */
  subject?: string;
  /** Below a conversation: recipient and subject are clear, only the message is asked for. */
  composer?: boolean;
  /** The message takes the focus, e.g. where a press opened the form. */
  focused?: boolean;
  /**
   * Documents of the case that the other side may see, by id and name. Undefined while they are unknown: documents that
   * were chosen before are then sent as they are.
   */
  attachable: readonly Attachable[] | undefined;
  /** Additional fields of the message. */
  also?: Pick<NewMessage, 'without_documents'> | undefined;
  /** Shown above the fields: expected reply time, emergency notice. */
  children?: ReactNode;
  onSent?: () => void;
}

/** The input; an empty subject is filled in automatically. */
const writtenSchema = z.extend(newMessageSchema, { subject: z.string().check(z.maxLength(200, 'tooLong')) });

/** Errors where a retry cannot help: the doctor's access was removed, the patient ended it, or the doctor has left. */
const stops: Record<string, 'takenAway' | 'notShared' | 'doctorLeft' | undefined> = {
  not_found: 'takenAway',
  not_allowed_now: 'notShared',
  doctor_unavailable: 'doctorLeft',
};

/** Writes a message in a case. Input is kept until it is sent. */
export function MessageForm(props: MessageFormProps) {
  if (props.draft.status === 'loading') return <WaitingForDraft rows={2} />;
  return <OpenForm key={props.caseId} {...props} />;
}

function OpenForm({
  caseId,
  to,
  title,
  subject = '',
  composer = false,
  focused = false,
  attachable,
  also,
  children,
  onSent,
  draft,
}: MessageFormProps) {
  const { t } = useTexts(messageTexts);
  const { t: common } = useCommon();
  const toast = useToast();
  const intend = useIntent();
  const [send] = useSendMessageMutation();
  const empty = { subject, message: '', document_ids: [] };
  const { form, field, onSubmit, summary, problem, busy } = useZodForm({
    schema: writtenSchema,
    defaultValues: { ...empty, ...draft.restored },
    guard: false,
    act: async (words) => {
      const body = {
        ...words,
        subject: words.subject.trim() || subject || subjectFrom(words.message),
        document_ids: (words.document_ids ?? []).filter(isThere),
        ...also,
        draft: words,
      };
      await intend(body, (key) => send({ caseId, body, key }).unwrap());
      // Emptying counts as a change: reset before discarding the draft, or an empty one would be saved.
      form.reset(empty);
      await draft.drop();
      toast({ id: 'sent', text: common('toasts.messageSent') });
      onSent?.();
    },
  });
  useSaveDraft(form, draft);
  const note = useDraftNote(draft);
  const [unfolded] = useState(Boolean(draft.restored?.document_ids?.length));
  const chosen = form.watch('document_ids') ?? [];
  const isThere = (id: string) => !attachable || attachable.some((document) => document.id === id);
  const attached = chosen.filter(isThere).length;
  const archived = chosen.length - attached;
  const failed = problem !== null && problem.errors.length === 0;
  const stopped = failed && stops[problem.code];

  const fields = (
    <form onSubmit={(event) => void onSubmit(event)} noValidate aria-label={title ?? t('new')}>
      <Stack gap={5}>
        <DraftQuestion draft={draft} />
        {children}
        {!failed && <ErrorSummary {...summary} />}
        {!composer && (
          <>
            <DefinitionList items={[{ term: t('form.to'), detail: <strong>{to}</strong> }]} />
            <TextField {...field('subject')} label={t('form.subject')} hint={t('form.subjectHint')} />
          </>
        )}
        <TextArea
          {...field('message')}
          label={composer ? t('form.messageTo', { name: to }) : t('form.message')}
          rows={composer ? 3 : 5}
          // The reader just pressed a button for it.
          // eslint-disable-next-line jsx-a11y/no-autofocus
          autoFocus={focused}
        />
        {archived > 0 && <Note>{t('form.attachedArchived', { count: archived })}</Note>}
        {attachable && attachable.length > 0 && (
          <details open={unfolded}>
            <summary>
              {t('form.attach')}
              {attached > 0 && ` (${attached})`}
            </summary>
            <Fieldset legend={t('form.attachHint')} labelHidden>
              {attachable.map(({ id, name, file }) => (
                <CheckboxField
                  key={id}
                  {...form.register('document_ids')}
                  id={`attach-${id}`}
                  value={id}
                  label={
                    <>
                      {name}, <FileName>{file}</FileName>
                    </>
                  }
                />
              ))}
            </Fieldset>
          </details>
        )}
        <Note>{t('form.whoReads', { name: to })}</Note>
        {stopped && (
          <Alert tone="warning" live>
            {t(`form.${stopped}`)}
          </Alert>
        )}
        {failed && !stopped && (
          <Alert
            tone="danger"
            title={t('form.failed')}
            action={
              <Button type="submit" variant="secondary" size="small">
                {t('form.again')}
              </Button>
            }
          >
            {problemText(common, problem)}
          </Alert>
        )}
        <FormActions note={note}>
          <Button type="submit" icon={<SendIcon />} busy={busy}>
            {t('form.send')}
          </Button>
        </FormActions>
      </Stack>
    </form>
  );
  return composer ? <ReadableWidth>{fields}</ReadableWidth> : fields;
}
