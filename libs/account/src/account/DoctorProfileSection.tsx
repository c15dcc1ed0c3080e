import { doctorProfileSchema } from '@konsil/contracts/accounts';
import type { DoctorProfile } from '@konsil/contracts/accounts';
import { useSaveDoctorProfileMutation } from '@konsil/api/account';
import { useZodForm } from '@konsil/api/forms';
import { useCommon, useTexts } from '@konsil/i18n';
import { Button, Card, CheckboxField, ErrorSummary, Form, FormActions, Section, TextField, useToast } from '@konsil/ui';
import { accountTexts } from './texts.ts';

/** The doctor's entry in the directory that patients choose from. */
export function DoctorProfileSection({ profile }: { profile: DoctorProfile }) {
  const { t } = useTexts(accountTexts);
  const { t: c } = useCommon();
  const toast = useToast();
  const [save] = useSaveDoctorProfileMutation();
  const { form, field, summary, onSubmit, busy } = useZodForm({
    schema: doctorProfileSchema,
    defaultValues: profile,
    act: async (values) => {
      await save(values).unwrap();
      form.reset(values);
      toast({ text: c('toasts.saved') });
    },
    scope: 'profile-',
  });
  return (
    <Section title={t('account.profile.title')}>
      <Card>
        <Form onSubmit={(event) => void onSubmit(event)} method="post">
          <p>{t('account.profile.lead')}</p>
          <ErrorSummary {...summary} />
          <TextField {...field('title')} label={t('account.profile.doctorTitle')} width="short" optional={c('words.optional')} autoComplete="honorific-prefix" />
          <TextField {...field('first_name')} label={c('fields.first_name')} autoComplete="given-name" />
          <TextField {...field('last_name')} label={c('fields.last_name')} autoComplete="family-name" />
          <TextField {...field('specialty')} label={t('account.profile.specialty')} />
          <TextField {...field('city')} label={c('fields.city')} autoComplete="address-level2" />
          <TextField
            {...field('reply_days')}
            {...form.register('reply_days', { valueAsNumber: true })}
            label={t('account.profile.replyDays')}
            hint={t('account.profile.replyDaysHint')}
            unit={t('account.profile.replyDaysUnit')}
            width="short"
            inputMode="numeric"
          />
          <CheckboxField {...field('accepts_cases')} label={t('account.profile.accepts')} />
          <FormActions>
            <Button type="submit" busy={busy}>
              {c('words.save')}
            </Button>
          </FormActions>
        </Form>
      </Card>
    </Section>
  );
}
