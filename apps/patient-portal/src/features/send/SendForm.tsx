import { useDraft } from '@konsil/api/drafts';
import type { Draft } from '@konsil/api/drafts';
import { useDraftNote, useKeepDraft } from '@konsil/api/drafted-form';
import { useZodForm } from '@konsil/api/forms';
import { useIntent } from '@konsil/api/intent';
import { useSendToDoctorMutation } from '@konsil/api/requests';
import { shortDoctorName } from '@konsil/cases';
import { WaitingForDraft } from '@konsil/common';
import type { ProcessOverview } from '@konsil/contracts/cases';
import { sendToDoctorSchema } from '@konsil/contracts/requests';
import type { Request, RequestPreview, SendToDoctor } from '@konsil/contracts/requests';
import { useCommon, useFormat, useTexts } from '@konsil/i18n';
import { Alert, Button, ButtonLink, ErrorSummary, Form, FormActions, Row, SendIcon, TextArea, useToast, WaitIcon } from '@konsil/ui';
import { useAnswerTold } from '../cases/use-answer-told.tsx';
import { paths } from '../paths.ts';
import { ConsentField } from './ConsentField.tsx';
import { sendTexts } from './texts.ts';

export interface SendFormProps {
  theCase: ProcessOverview;
  preview: RequestPreview;
  onSent: (request: Request) => void;
}

/** A sentence of one's own, consent, and the button that sends. */
export function SendForm(props: SendFormProps) {
  const draft = useDraft<SendToDoctor>(`send:${props.theCase.id}`);
  return draft.status === 'loading' ? <WaitingForDraft rows={2} /> : <Sending {...props} draft={draft} />;
}

const blocks = ['erasure_planned', 'doctor_unavailable', 'no_documents', 'details_missing', 'no_new_documents'] as const;
type Block = (typeof blocks)[number];

/** What keeps the case from being sent, and the way to mend it. */
function Blocked({ block, theCase }: { block: Block; theCase: ProcessOverview }) {
  const { t } = useTexts(sendTexts);
  const { id, status, doctor } = theCase;
  const way = (to: string, label: string) => <ButtonLink size="small" variant="secondary" to={to}>{label}</ButtonLink>;
  if (block === 'erasure_planned') return <Alert tone="warning" title={t('blocked.erasure_planned')} action={way(paths.privacy, t('blocked.toPrivacy'))}>{t('blocked.keep')}</Alert>;
  if (block === 'doctor_unavailable') return (
    <Alert
      tone="warning" title={t(doctor.left ? 'blocked.left' : 'blocked.takesNone', { doctor: shortDoctorName(doctor.name) })}
      action={status === 'draft' ? way(paths.editCase(id), t('blocked.changeDoctor')) : way(paths.case(id), t('blocked.toCase'))}
    >
      {t('blocked.chooseOther')}
    </Alert>
  );
  return <Alert tone="warning" title={t(`blocked.${block}`)} action={way(paths.upload(id), t(block === 'details_missing' ? 'blocked.describe' : 'upload'))} />;
}

function Sending({ theCase, preview, onSent, draft }: SendFormProps & { draft: Draft<SendToDoctor> }) {
  const { t } = useTexts(sendTexts);
  const told = useAnswerTold(preview.answer_due_on);
  const { t: common } = useCommon();
  const format = useFormat();
  const toast = useToast();
  const intend = useIntent();
  const [send] = useSendToDoctorMutation();
  const doctor = shortDoctorName(preview.doctor.name);
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
  // Said of each document, and what mends it is the same for all of them.
  const undescribed = summary.errors.some(({ name }) => name?.startsWith('documents.'));
  const complaint = undescribed ? { ...summary, title: common('form.failedTitle'), errors: [{ message: t('blocked.details_missing') }] } : summary;

  return (
    <Form onSubmit={(event) => void onSubmit(event)}>
      <ErrorSummary {...complaint} />
      {blocked && <Blocked block={blocked} theCase={theCase} />}
      <TextArea rows={2} label={t('note')} hint={t(theCase.last_request_at ? 'noteHint' : 'noteHintFirst')} optional={common('words.optional')} {...field('note')} />
      <ConsentField patient={theCase.patient} doctor={preview.doctor.name} {...field('consent')} />
      <FormActions note={saved}>
        <Button type="submit" block icon={<SendIcon />} busy={busy} busyLabel={t('sending')}>{t('submit', { doctor })}</Button>
      </FormActions>
      <Row gap={2} wrap={false} align="start"><WaitIcon /><span>{t('when', { day: format.dayLong(preview.answer_due_on) })} {told}</span></Row>
    </Form>
  );
}
