import { useDraft } from '@konsil/api/drafts';
import type { Draft } from '@konsil/api/drafts';
import { useDraftNote, useKeepDraft } from '@konsil/api/drafted-form';
import { useZodForm } from '@konsil/api/forms';
import { useIntent } from '@konsil/api/intent';
import { useSendToDoctorMutation } from '@konsil/api/requests';
import { shortDoctorName } from '@konsil/cases';
import type { ProcessOverview } from '@konsil/contracts/cases';
import { sendToDoctorSchema } from '@konsil/contracts/requests';
import type { Request, RequestPreview, SendToDoctor } from '@konsil/contracts/requests';
import { useCommon, useFormat, useTexts } from '@konsil/i18n';
import { Alert, Button, ButtonLink, CheckboxField, ErrorSummary, Form, FormActions, Row, SendIcon, TextArea, useToast, WaitIcon } from '@konsil/ui';
import { AnswerTold } from '../cases/AnswerTold.tsx';
import { paths } from '../paths.ts';
import { fullName } from '../shared/people.ts';
import { useIsOwnPatient } from '../shared/use-own-patient.ts';
import { sendTexts } from './texts.ts';

export interface SendFormProps {
  theCase: ProcessOverview;
  preview: RequestPreview;
  onSent: (request: Request) => void;
}

/** A sentence of one's own, consent, and the button that sends. */
export function SendForm(props: SendFormProps) {
  const draft = useDraft<SendToDoctor>(`send:${props.theCase.id}`);
  return draft.status === 'loading' ? null : <Sending {...props} draft={draft} />;
}

const blocks = ['no_documents', 'details_missing', 'no_new_documents'] as const;

function Sending({ theCase, preview, onSent, draft }: SendFormProps & { draft: Draft<SendToDoctor> }) {
  const { t } = useTexts(sendTexts);
  const { t: common } = useCommon();
  const format = useFormat();
  const toast = useToast();
  const intend = useIntent();
  const [send] = useSendToDoctorMutation();
  const own = useIsOwnPatient(theCase.patient.id);
  const doctor = shortDoctorName(preview.doctor.name);
  const patient = fullName(theCase.patient);
  const blocked = blocks.find((block) => preview.missing.includes(block));

  const { form, field, onSubmit, summary, busy } = useZodForm({
    schema: sendToDoctorSchema,
    // A kept draft brings back the words; the consent is given anew.
    defaultValues: { note: draft.restored?.note ?? '' },
    guard: false,
    act: async (body) => {
      const request = await intend(body, (key) => send({ id: theCase.id, body, key }).unwrap());
      await draft.drop();
      toast({ text: common('toasts.doctorNotified') });
      onSent(request);
    },
  });
  useKeepDraft(form, draft);
  const saved = useDraftNote(draft);

  return (
    <Form onSubmit={(event) => void onSubmit(event)}>
      <ErrorSummary {...summary} />
      {blocked && (
        <Alert tone="warning" title={t(`blocked.${blocked}`)} action={<ButtonLink size="small" variant="secondary" to={paths.upload(theCase.id)}>{t(blocked === 'details_missing' ? 'blocked.describe' : 'upload')}</ButtonLink>} />
      )}
      <TextArea rows={2} label={t('note')} hint={t(theCase.last_request_at ? 'noteHint' : 'noteHintFirst')} optional={common('words.optional')} {...field('note')} />
      <CheckboxField label={own ? t('consent', { doctor: preview.doctor.name }) : t('consentFor', { doctor: preview.doctor.name, patient })} {...field('consent')} />
      <FormActions note={saved}>
        <Button type="submit" block icon={<SendIcon />} busy={busy} busyLabel={t('sending')}>{t('submit', { doctor })}</Button>
      </FormActions>
      <Row gap={2} wrap={false} align="start"><WaitIcon /><span>{t('when', { day: format.dayLong(preview.answer_due_on) })} <AnswerTold day={preview.answer_due_on} /></span></Row>
    </Form>
  );
}
