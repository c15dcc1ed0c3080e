import { Controller } from 'react-hook-form';
import * as z from 'zod/mini';
import { useInviteDoctorMutation } from '@konsil/api/console-doctors';
import { locales } from '@konsil/contracts/codes';
import { newDoctorSchema } from '@konsil/contracts/console-doctors';
import { readableAddress } from '@konsil/contracts/mail-address';
import { specialtyOptions } from '@konsil/contracts/specialties';
import { useZodForm } from '@konsil/forms/forms';
import { useCommon, useLocale, useTexts } from '@konsil/i18n';
import {
  Button,
  Card,
  EmailField,
  ErrorSummary,
  Form,
  FormActions,
  Section,
  SelectField,
  SuggestField,
  TextField,
  useToast,
} from '@konsil/ui';
import { doctorsTexts } from './texts';

/** Typed in one line: `de en`. */
const typedLanguages = z.pipe(
  z.pipe(
    z.string(),
    z.transform((text) =>
      text
        .toLowerCase()
        .split(/[\s,;]+/)
        .filter(Boolean),
    ),
  ),
  newDoctorSchema.shape.languages,
);
const schema = z.extend(newDoctorSchema, { languages: typedLanguages });
const empty = {
  email: '',
  title: '',
  first_name: '',
  last_name: '',
  specialty: '',
  city: '',
  languages: 'de',
  reply_days: 3,
  locale: 'de' as const,
};

/** Invites one doctor. */
export function InviteOne() {
  const { t } = useTexts(doctorsTexts);
  const { t: c } = useCommon();
  const locale = useLocale();
  const toast = useToast();
  const [invite] = useInviteDoctorMutation();
  const { form, field, idOf, errorOf, summary, onSubmit, busy } = useZodForm({
    schema,
    defaultValues: empty,
    at: { email_taken: 'email' },
    act: async (values) => {
      const { again } = await invite(values).unwrap();
      form.reset(empty);
      toast({ text: t(again ? 'one.again' : 'one.sent', { email: readableAddress(values.email) }) });
    },
    scope: 'doctor-',
  });
  return (
    <Section title={t('one.title')}>
      <Card>
        <Form onSubmit={(event) => void onSubmit(event)} method="post">
          <ErrorSummary {...summary} />
          <EmailField {...field('email')} label={t('columns.email')} autoComplete="off" />
          <TextField
            {...field('title')}
            label={t('columns.title')}
            optional={c('words.optional')}
            width="short"
            autoComplete="off"
          />
          <TextField {...field('first_name')} label={t('columns.first_name')} autoComplete="off" />
          <TextField {...field('last_name')} label={t('columns.last_name')} autoComplete="off" />
          <Controller
            control={form.control}
            name="specialty"
            render={({ field: { ref, name, value, onChange, onBlur } }) => (
              <SuggestField
                {...{ ref, name, value, onChange, onBlur }}
                id={idOf(name)}
                label={t('columns.specialty')}
                error={errorOf(name)}
                options={specialtyOptions(locale)}
              />
            )}
          />
          <TextField {...field('city')} label={t('columns.city')} autoComplete="off" />
          <TextField
            {...field('languages')}
            label={t('columns.languages')}
            hint={t('one.languagesHint')}
            width="short"
            autoComplete="off"
          />
          <TextField
            {...field('reply_days')}
            {...form.register('reply_days', { valueAsNumber: true })}
            label={t('columns.reply_days')}
            hint={t('one.replyHint')}
            unit={t('one.unit')}
            width="short"
            inputMode="numeric"
          />
          <SelectField
            {...field('locale')}
            label={t('columns.locale')}
            width="short"
            options={locales.map((value) => ({ value, label: t(`locale.${value}`) }))}
          />
          <FormActions>
            <Button type="submit" busy={busy}>
              {t('one.submit')}
            </Button>
          </FormActions>
        </Form>
      </Card>
    </Section>
  );
}
