import * as z from 'zod/mini';
import { useDraft } from '@konsil/drafts/drafts';
import type { Draft } from '@konsil/drafts/drafts';
import { useSaveDraft } from '@konsil/drafts/drafted-form';
import { useZodForm } from '@konsil/forms/forms';
import { useIntent } from '@konsil/api/intent';
import { useSendToDoctorMutation } from '@konsil/api/requests';
import { shortDoctorName } from '@konsil/cases';
import { useDraftNote, WaitingForDraft } from '@konsil/common';
import type { ProcessOverview } from '@konsil/contracts/cases';
import { sendToDoctorSchema } from '@konsil/contracts/requests';
import type { Request, RequestPreview, SendToDoctor } from '@konsil/contracts/requests';
import { useCommon, useFormat, useTexts } from '@konsil/i18n';
import {
  Button,
  CheckboxField,
  ErrorSummary,
  Form,
  FormActions,
  Row,
  SendIcon,
  TextArea,
  useToast,
  WaitIcon,
} from '@konsil/ui';
import { DoctorPrice } from '../cases/DoctorPrice.tsx';
import { useAnswerNotification } from '../cases/use-answer-told.tsx';
import { AssistantsField } from './AssistantsField.tsx';
import { ConsentField } from './ConsentField.tsx';
import { DeputyField } from './DeputyField.tsx';
import { PoolsField } from './PoolsField.tsx';
import { sendTexts } from './texts.ts';

/** Patients with a health profile confirm at each sending that it is still right. */
const confirmingSchema = z.extend(sendToDoctorSchema, { health_confirmed: z.literal(true, 'healthUnconfirmed') });

export interface SendFormProps {
  theCase: ProcessOverview;
  preview: RequestPreview;
  onSent: (request: Request) => void;
}

/** A note, the consent, and the send button. */
export function SendForm(props: SendFormProps) {
  const draft = useDraft<SendToDoctor>(`send:${props.theCase.id}`);
  return draft.status === 'loading' ? <WaitingForDraft rows={2} /> : <Sending {...props} draft={draft} />;
}

function Sending({ theCase, preview, onSent, draft }: SendFormProps & { draft: Draft<SendToDoctor> }) {
  const { t } = useTexts(sendTexts);
  const told = useAnswerNotification(preview.answer_due_on);
  const { t: common } = useCommon();
  const format = useFormat();
  const toast = useToast();
  const intend = useIntent();
  const [send] = useSendToDoctorMutation();
  const doctor = shortDoctorName(preview.doctor.name);
  const { away } = preview.doctor;
  // Later it is decided in the case.
  const asksAssistants = preview.doctor.assistants && !theCase.assistants?.allowed;
  const asksPools = (preview.pools ?? []).filter(
    ({ id, doctors_in_all: others }) =>
      others > 0 && !theCase.pool?.clinics.some((clinic) => clinic.id === id && clinic.allowed),
  );
  const { health_profile: profile } = preview;

  const { form, field, onSubmit, summary, busy } = useZodForm({
    schema: profile ? confirmingSchema : sendToDoctorSchema,
    // A draft restores the note; the consent must be given again.
    defaultValues: { note: draft.restored?.note ?? '' },
    guard: false,
    act: async ({ deputy, assistants, pools, ...given }) => {
      const form = {
        ...given,
        ...(assistants && asksAssistants && { assistants }),
        ...(pools && pools.length > 0 && { pools }),
      };
      // The deputy whom the box shows is sent: another may have been named, or the doctor be back, since it was ticked.
      const body = deputy && deputy === away?.deputy?.id ? { ...form, deputy } : form;
      const request = await intend(body, (key) =>
        send({ id: theCase.id, body: { ...body, draft: { note: body.note ?? '' } }, key }).unwrap(),
      );
      await draft.drop();
      toast({ id: 'sent', text: common('toasts.doctorNotified') });
      onSent(request);
    },
  });
  useSaveDraft(form, draft);
  const saved = useDraftNote(draft);
  // Shown once, because the remedy is the same for all documents.
  const undescribed = summary.errors.some(({ name }) => name?.startsWith('documents.'));
  const complaint = undescribed
    ? { ...summary, title: common('form.failedTitle'), errors: [{ message: t('blocked.details_missing') }] }
    : summary;

  return (
    <Form onSubmit={(event) => void onSubmit(event)}>
      <ErrorSummary {...complaint} />
      <TextArea
        rows={2}
        label={t('note')}
        hint={t(theCase.last_request_at ? 'noteHint' : 'noteHintFirst')}
        optional={common('words.optional')}
        {...field('note')}
      />
      {profile?.confirmed_at && (
        <CheckboxField
          label={t('health.stillRight')}
          hint={t('health.lastConfirmed', { day: format.day(profile.confirmed_at) })}
          {...field('health_confirmed')}
        />
      )}
      <ConsentField patient={theCase.patient} doctor={preview.doctor.name} {...field('consent')} />
      <DoctorPrice doctor={preview.doctor} />
      {asksAssistants && <AssistantsField control={form.control} doctor={doctor} />}
      {asksPools.length > 0 && <PoolsField control={form.control} doctor={doctor} clinics={asksPools} />}
      {away?.deputy && <DeputyField control={form.control} doctor={doctor} away={away} deputy={away.deputy} />}
      <FormActions note={saved}>
        <Button type="submit" block icon={<SendIcon />} busy={busy} busyLabel={t('sending')}>
          {t('submit', { doctor })}
        </Button>
      </FormActions>
      <Row gap={2} wrap={false} align="start">
        <WaitIcon />
        <span>
          {away && t('away', { doctor, from: format.day(away.from), to: format.day(away.to) })}{' '}
          {t('when', { day: format.dayLong(preview.answer_due_on) })} {told}
        </span>
      </Row>
    </Form>
  );
}
