import { doctorProfileSchema } from '@konsil/contracts/accounts';
import type { DoctorProfile } from '@konsil/contracts/accounts';
import { useSaveDoctorProfileMutation } from '@konsil/api/account';
import { useSaveDraft } from '@konsil/drafts/drafted-form';
import { DraftQuestion, useDraftNote } from '@konsil/common';
import type { Draft } from '@konsil/drafts/drafts';
import { useZodForm } from '@konsil/forms/forms';
import { specialtyOptions } from '@konsil/contracts/specialties';
import { useCommon, useLocale, useTexts } from '@konsil/i18n';
import {
  Button,
  Card,
  CheckboxField,
  ErrorSummary,
  Form,
  FormActions,
  Section,
  SuggestField,
  TextArea,
  TextField,
  useToast,
} from '@konsil/ui';
import { Controller } from 'react-hook-form';
import { LanguagesField } from './LanguagesField.tsx';
import { accountTexts } from './texts.ts';

export interface DoctorProfileSectionProps {
  profile: DoctorProfile;
  draft: Draft<DoctorProfile>;
}

/** The doctor's entry in the directory that patients choose from. Input is kept until it is saved. */
export function DoctorProfileSection(props: DoctorProfileSectionProps) {
  const { t } = useTexts(accountTexts);
  return (
    <Section title={t('account.profile.title')}>
      <Card>
        <ProfileForm {...props} />
      </Card>
    </Section>
  );
}

function ProfileForm({ profile, draft }: DoctorProfileSectionProps) {
  const { t } = useTexts(accountTexts);
  const { t: c } = useCommon();
  const locale = useLocale();
  const toast = useToast();
  const [save] = useSaveDoctorProfileMutation();
  const { form, field, idOf, errorOf, summary, onSubmit, busy } = useZodForm({
    schema: doctorProfileSchema,
    defaultValues: { ...profile, ...draft.restored },
    guard: false,
    act: async (values) => {
      await save(values).unwrap();
      // Resetting counts as a change: before discarding the draft, or the saved values would become one.
      form.reset(values);
      await draft.drop();
      toast({ text: c('toasts.saved') });
    },
    scope: 'profile-',
  });
  useSaveDraft(form, draft);
  const note = useDraftNote(draft);
  const discard = () => {
    form.reset(profile);
    void draft.drop();
  };
  return (
    <Form onSubmit={(event) => void onSubmit(event)} method="post">
      <p>{t('account.profile.lead')}</p>
      <DraftQuestion draft={draft} />
      <ErrorSummary {...summary} />
      <TextField
        {...field('title')}
        label={t('account.profile.doctorTitle')}
        width="short"
        optional={c('words.optional')}
        autoComplete="honorific-prefix"
      />
      <TextField {...field('first_name')} label={c('fields.first_name')} autoComplete="given-name" />
      <TextField {...field('last_name')} label={c('fields.last_name')} autoComplete="family-name" />
      <Controller
        control={form.control}
        name="specialty"
        render={({ field: { ref, name, value, onChange, onBlur } }) => (
          <SuggestField
            {...{ ref, name, value, onChange, onBlur }}
            id={idOf(name)}
            label={t('account.profile.specialty')}
            hint={t('account.profile.specialtyHint')}
            error={errorOf(name)}
            options={specialtyOptions(locale)}
          />
        )}
      />
      <TextField {...field('city')} label={c('fields.city')} autoComplete="address-level2" />
      <LanguagesField form={form} id={idOf('languages')} error={errorOf('languages')} />
      <TextField
        {...field('reply_days')}
        {...form.register('reply_days', { valueAsNumber: true })}
        label={t('account.profile.replyDays')}
        hint={t('account.profile.replyDaysHint')}
        unit={t('account.profile.replyDaysUnit')}
        width="short"
        inputMode="numeric"
      />
      <TextField
        {...field('topics')}
        label={t('account.profile.topics')}
        hint={t('account.profile.topicsHint')}
        optional={c('words.optional')}
      />
      <TextArea
        {...field('about_de')}
        label={t('account.profile.aboutDe')}
        hint={t('account.profile.aboutHint')}
        optional={c('words.optional')}
        lang="de"
      />
      <TextArea
        {...field('about_en')}
        label={t('account.profile.aboutEn')}
        hint={t('account.profile.aboutEnHint')}
        optional={c('words.optional')}
        lang="en"
      />
      <TextField
        {...field('price_de')}
        label={t('account.profile.priceDe')}
        hint={t('account.profile.priceHint')}
        optional={c('words.optional')}
        lang="de"
        autoComplete="off"
      />
      <TextField
        {...field('price_en')}
        label={t('account.profile.priceEn')}
        hint={t('account.profile.priceEnHint')}
        optional={c('words.optional')}
        lang="en"
        autoComplete="off"
      />
      <CheckboxField {...field('accepts_cases')} label={t('account.profile.accepts')} />
      <Section title={t('account.profile.letters')} headingLevel={3}>
        <p>{t('account.profile.lettersLead')}</p>
        <TextField
          {...field('practice_name')}
          label={t('account.profile.practiceName')}
          optional={c('words.optional')}
          autoComplete="organization"
        />
        <TextField
          {...field('practice_address')}
          label={t('account.profile.practiceAddress')}
          hint={t('account.profile.practiceAddressHint')}
          optional={c('words.optional')}
          autoComplete="street-address"
        />
        <TextField
          {...field('practice_phone')}
          label={t('account.profile.practicePhone')}
          optional={c('words.optional')}
          inputMode="tel"
        />
        <TextField
          {...field('practice_email')}
          label={t('account.profile.practiceEmail')}
          optional={c('words.optional')}
          inputMode="email"
        />
        <TextField
          {...field('lanr')}
          label={t('account.profile.lanr')}
          hint={t('account.profile.nineDigits')}
          optional={c('words.optional')}
          width="short"
          inputMode="numeric"
        />
        <TextField
          {...field('bsnr')}
          label={t('account.profile.bsnr')}
          hint={t('account.profile.nineDigits')}
          optional={c('words.optional')}
          width="short"
          inputMode="numeric"
        />
      </Section>
      <FormActions note={note}>
        <Button type="submit" busy={busy}>
          {c('words.save')}
        </Button>
        {draft.savedAt && (
          <Button variant="quiet" onClick={discard}>
            {c('words.discardChanges')}
          </Button>
        )}
      </FormActions>
    </Form>
  );
}
