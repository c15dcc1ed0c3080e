import type { Control } from 'react-hook-form';
import { useConflict } from '@konsil/forms/conflict';
import type { Draft } from '@konsil/drafts/drafts';
import { useSaveDraft } from '@konsil/drafts/drafted-form';
import { PersonFields } from '@konsil/account/person-fields';
import { countryName, DraftQuestion, useDraftNote } from '@konsil/common';
import { useZodForm } from '@konsil/forms/forms';
import { relationships } from '@konsil/contracts/codes';
import { newPatientSchema, patientDetails, patientSchema } from '@konsil/contracts/patients';
import type { NewPatient, Patient, PatientDetail } from '@konsil/contracts/patients';
import { useCommon, useFormat, useLocale, useTexts } from '@konsil/i18n';
import { Button, ButtonLink, ErrorSummary, Form, FormActions, RadioCards, Section, Stack, TextField } from '@konsil/ui';
import { ConflictAlert } from '../shared/ConflictAlert.tsx';
import { NewerValues } from '../shared/TheirValues.tsx';
import { AddressFields } from './AddressFields.tsx';
import { fieldsOf, startOf } from './patient-fields.ts';
import { patientPageTexts } from './texts.ts';

export type PatientDraft = NewPatient & { version?: number } & Record<string, unknown>;

export interface PatientFormProps {
  /** The record to edit; undefined to add one. */
  patient?: Patient;
  draft: Draft<PatientDraft>;
  /** Saves it. Rejects with the error of the request. */
  save: (values: NewPatient, version: number | undefined) => Promise<unknown>;
  cancelPath?: string;
}

const empty = {
  first_name: '',
  last_name: '',
  date_of_birth: '',
  street: '',
  house_number: '',
  zipcode: '',
  city: '',
  state: '',
  country: '',
  ...Object.fromEntries(patientDetails.map((name) => [name, ''])),
};
const textFields = [
  'first_name',
  'last_name',
  'street',
  'house_number',
  'zipcode',
  'city',
  'state',
  'country',
] as const;
const inputOf: Partial<Record<PatientDetail, { type: 'tel'; autoComplete: string }>> = {
  phone: { type: 'tel', autoComplete: 'tel' },
};
/** A patient record: identity, address, relationship to the account holder. */
export function PatientForm({ patient, draft, save, cancelPath }: PatientFormProps) {
  const { t } = useTexts(patientPageTexts);
  const { t: common } = useCommon();
  const format = useFormat();
  const locale = useLocale();
  const own = patient?.relationship === 'self';
  const { theirs, version, watching, settle } = useConflict(patientSchema, draft.restored?.version ?? patient?.version);

  const { form, field, onSubmit, summary, busy } = useZodForm({
    schema: newPatientSchema,
    defaultValues: {
      ...empty,
      country: countryName('DE', locale),
      ...(patient && startOf(patient, countryName('DE', locale))),
      ...draft.restored,
    },
    guard: false,
    act: async (values) => {
      await watching(save(values, version));
      await draft.drop();
    },
  });
  useSaveDraft(form, {
    ...draft,
    keep: (values) => draft.keep({ ...values, ...(version !== undefined && { version }) }),
  } as Draft<NewPatient>);
  const note = useDraftNote(draft);
  const takeTheirs = () => {
    if (theirs) form.reset(fieldsOf(theirs));
    settle();
    void draft.drop();
  };
  const compare = (newer: NewPatient, mine: NewPatient) => [
    ...textFields.map((name) => ({ label: common(`fields.${name}`), theirs: newer[name], mine: mine[name] })),
    {
      label: common('fields.gender'),
      theirs: newer.gender,
      mine: mine.gender,
      shown: common(`codes.gender.${newer.gender}`),
    },
    {
      label: common('fields.date_of_birth'),
      theirs: newer.date_of_birth,
      mine: mine.date_of_birth,
      shown: format.day(newer.date_of_birth),
    },
    ...patientDetails.map((name) => ({
      label: common(`codes.patientDetail.${name}`),
      theirs: newer[name],
      mine: mine[name],
    })),
  ];
  return (
    <Form onSubmit={(event) => void onSubmit(event)}>
      <DraftQuestion draft={draft} />
      <ErrorSummary {...summary} errors={theirs ? [] : summary.errors} />
      {theirs && (
        <ConflictAlert
          title={t('page.conflict')}
          keepLabel={t('page.keepMine')}
          takeLabel={t('page.takeTheirs')}
          onTake={takeTheirs}
        >
          <NewerValues values={compare(fieldsOf(theirs), form.getValues())} />
        </ConflictAlert>
      )}
      {!own && (
        <RadioCards
          columns={2}
          legend={t('form.relationship')}
          hint={t('form.authority')}
          {...field('relationship')}
          options={relationships
            .filter((value) => value !== 'self')
            .map((value) => ({ value, title: common(`codes.relationship.${value}`) }))}
        />
      )}
      <Section title={t('form.person')}>
        <Stack gap={5}>
          <PersonFields
            control={form.control as unknown as Control}
            bind={field}
            own={own}
            nameHint={t('form.nameHint')}
            dayHint={t('form.dayHint', { example: format.day('1984-05-23') })}
            genderHint={t('form.genderHint')}
          />
        </Stack>
      </Section>
      <AddressFields form={form} bind={field} />
      <Section title={t('form.contact')}>
        <Stack gap={5}>
          {patientDetails.map((name) => (
            <TextField
              key={name}
              width="long"
              label={common(`codes.patientDetail.${name}`)}
              optional={common('words.optional')}
              {...(own ? inputOf[name] : { ...inputOf[name], autoComplete: 'off' })}
              {...field(name)}
            />
          ))}
        </Stack>
      </Section>
      <FormActions note={note}>
        <Button type="submit" busy={busy}>
          {t(patient ? 'form.save' : 'form.add')}
        </Button>
        {cancelPath && (
          <ButtonLink variant="quiet" to={cancelPath}>
            {common('words.cancel')}
          </ButtonLink>
        )}
      </FormActions>
    </Form>
  );
}
