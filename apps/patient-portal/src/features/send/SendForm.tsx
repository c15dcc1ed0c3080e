import { useRef } from 'react';
import type { Control, UseFormReturn } from 'react-hook-form';
import * as z from 'zod/mini';
import { useDraft } from '@konsil/drafts/drafts';
import type { Draft } from '@konsil/drafts/drafts';
import { useSaveDraft } from '@konsil/drafts/drafted-form';
import { useConflict } from '@konsil/forms/conflict';
import { useZodForm } from '@konsil/forms/forms';
import { useIntent } from '@konsil/api/intent';
import { useUpdatePatientMutation } from '@konsil/api/patients';
import { problemOf } from '@konsil/api/problem';
import { useSendToDoctorMutation } from '@konsil/api/requests';
import { shortDoctorName } from '@konsil/cases';
import { countryName, DraftQuestion, useDraftNote, WaitingForDraft } from '@konsil/common';
import type { ProcessOverview } from '@konsil/contracts/cases';
import { addressParts, patientFieldsSchema, patientSchema } from '@konsil/contracts/patients';
import type { NewPatient, Patient } from '@konsil/contracts/patients';
import { sendToDoctorSchema } from '@konsil/contracts/requests';
import type { Request, RequestPreview, SendToDoctor } from '@konsil/contracts/requests';
import { useCommon, useFormat, useLocale, useTexts } from '@konsil/i18n';
import {
  Button,
  Card,
  CheckboxField,
  ErrorSummary,
  Form,
  FormActions,
  Row,
  SendIcon,
  Stack,
  Text,
  TextArea,
  useToast,
  WaitIcon,
} from '@konsil/ui';
import { DoctorPrice } from '../cases/DoctorPrice.tsx';
import { useAnswerNotification } from '../cases/use-answer-told.tsx';
import { AddressFields } from '../patients/AddressFields.tsx';
import { fieldsOf, startOf } from '../patients/patient-fields.ts';
import { patientPageTexts } from '../patients/texts.ts';
import { ConflictAlert } from '../shared/ConflictAlert.tsx';
import { NewerValues } from '../shared/TheirValues.tsx';
import { AssistantsField } from './AssistantsField.tsx';
import { ConsentField } from '../consent/ConsentField.tsx';
import { DeputyField } from './DeputyField.tsx';
import { PoolsField } from './PoolsField.tsx';
import { sendTexts } from './texts.ts';

const addressSchema = z.pick(patientFieldsSchema, {
  street: true,
  house_number: true,
  zipcode: true,
  city: true,
  state: true,
  country: true,
});
type Address = z.output<typeof addressSchema>;
type Sent = SendToDoctor & Partial<Address>;

/** Patients with a health profile confirm at each sending that it is still right. */
const schemaFor = (asks: { health: boolean; address: boolean }) =>
  z.extend(sendToDoctorSchema, {
    ...(asks.health && { health_confirmed: z.literal(true, 'healthUnconfirmed') }),
    ...(asks.address && addressSchema.shape),
  }) as unknown as z.ZodMiniType<Sent, Sent>;

export interface SendFormProps {
  theCase: ProcessOverview;
  preview: RequestPreview;
  /** The patient's record if its address is missing; the form then asks for it and saves it before sending. */
  unaddressed?: Patient | undefined;
  /** Called when the address is saved. */
  onAddress?: () => unknown;
  onSent: (request: Request) => void;
}

const addressOf = (values: Partial<Address>): Address => ({
  street: values.street ?? '',
  house_number: values.house_number ?? '',
  zipcode: values.zipcode ?? '',
  city: values.city ?? '',
  state: values.state ?? '',
  country: values.country ?? '',
});

const hasAddress = (patient: Patient): boolean => addressParts.some((part) => patient[part]);

/** The address if it is missing, a note, the consent, and the send button. */
export function SendForm(props: SendFormProps) {
  const draft = useDraft<Sent>(`send:${props.theCase.id}`);
  return draft.status === 'loading' ? <WaitingForDraft rows={2} /> : <Sending {...props} draft={draft} />;
}

function Sending({ theCase, preview, unaddressed, onAddress, onSent, draft }: SendFormProps & { draft: Draft<Sent> }) {
  const { t } = useTexts(sendTexts);
  const told = useAnswerNotification(preview.answer_due_on);
  const { t: ofRecord } = useTexts(patientPageTexts);
  const { t: common } = useCommon();
  const format = useFormat();
  const toast = useToast();
  const intend = useIntent();
  const locale = useLocale();
  const [send] = useSendToDoctorMutation();
  const [update] = useUpdatePatientMutation();
  /** The newest known record, if it was saved or changed elsewhere since the page opened. */
  const newest = useRef<Patient>(undefined);
  const { theirs, watching, settle } = useConflict(patientSchema, unaddressed?.version);
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
    schema: schemaFor({ health: profile !== null, address: unaddressed !== undefined }),
    // A draft restores note and address; the consent must be given again.
    defaultValues: {
      note: draft.restored?.note ?? '',
      ...(unaddressed && addressOf({ ...startOf(unaddressed, countryName('DE', locale)), ...draft.restored })),
    },
    guard: false,
    act: async ({ deputy, assistants, pools, consent, note, health_confirmed, ...address }) => {
      if (unaddressed) {
        const saveIn = (record: Patient) =>
          update({
            id: record.id,
            body: { ...fieldsOf(record), ...addressOf(address), version: record.version },
          }).unwrap();
        const save = () =>
          saveIn(newest.current ?? unaddressed).catch((error: unknown) => {
            const { code, current } = problemOf(error);
            const newer = code === 'version_conflict' ? patientSchema.safeParse(current) : null;
            if (!newer?.success) throw error;
            newest.current = newer.data;
            // Where something else of the record was changed, nothing has to be decided.
            if (hasAddress(newer.data)) throw error;
            return saveIn(newer.data);
          });
        newest.current = await watching(save());
        void onAddress?.();
      }
      const given = {
        consent,
        ...(note !== undefined && { note }),
        ...(health_confirmed !== undefined && { health_confirmed }),
      };
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
  const takeTheirs = () => {
    // One by one: note and consent stay as they are.
    if (theirs) for (const part of addressParts) form.setValue(part, theirs[part], { shouldDirty: true });
    settle();
  };
  const control = form.control as unknown as Control<SendToDoctor>;
  const saved = useDraftNote(draft);
  // Shown once, because the remedy is the same for all documents.
  const undescribed = summary.errors.some(({ name }) => name?.startsWith('documents.'));
  const complaint = undescribed
    ? { ...summary, title: common('form.failedTitle'), errors: [{ message: t('blocked.details_missing') }] }
    : summary;

  return (
    <Form onSubmit={(event) => void onSubmit(event)}>
      <DraftQuestion draft={draft} />
      <ErrorSummary {...complaint} errors={theirs ? [] : complaint.errors} />
      {theirs && (
        <ConflictAlert
          title={ofRecord('page.conflict')}
          keepLabel={ofRecord('page.keepMine')}
          takeLabel={ofRecord('page.takeTheirs')}
          onTake={takeTheirs}
        >
          <NewerValues
            values={addressParts.map((part) => ({
              label: common(`fields.${part}`),
              theirs: theirs[part],
              mine: form.getValues(part),
            }))}
          />
        </ConflictAlert>
      )}
      {unaddressed && (
        <Card>
          <Stack gap={4}>
            <Text as="p">{t('blocked.addressWhy')}</Text>
            <AddressFields form={form as unknown as UseFormReturn<NewPatient>} bind={field} />
          </Stack>
        </Card>
      )}
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
      {asksAssistants && <AssistantsField control={control} doctor={doctor} />}
      {asksPools.length > 0 && <PoolsField control={control} doctor={doctor} clinics={asksPools} />}
      {away?.deputy && <DeputyField control={control} doctor={doctor} away={away} deputy={away.deputy} />}
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
