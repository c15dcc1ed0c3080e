import { useNavigate } from 'react-router-dom';
import { userDataFormSchema } from '@konsil/contracts/accounts';
import { useZodForm } from '@konsil/api/forms';
import { useSaveUserDataMutation } from '@konsil/api/registration';
import { useCommon, useTexts } from '@konsil/i18n';
import { Button, ErrorSummary, Form, PageTitle, Section, Stack, TextField } from '@konsil/ui';
import { PublicPage } from '../frame/PublicPage.tsx';
import { AddressFields } from './AddressFields.tsx';
import type { CodeState } from './CodePage.tsx';
import { PersonFields } from './PersonFields.tsx';
import { emptyProfile } from './profile-form.ts';
import { RegistrationSteps } from './RegistrationSteps.tsx';
import { RequireStep } from './RequireStep.tsx';
import { registrationTexts } from './texts.ts';

function ProfileForm() {
  const { t } = useTexts(registrationTexts);
  const { t: c } = useCommon();
  const navigate = useNavigate();
  const [save] = useSaveUserDataMutation();
  const profile = useZodForm({
    schema: userDataFormSchema,
    defaultValues: emptyProfile,
    act: async (values) => {
      const sent = await save(values).unwrap();
      const state: CodeState = { ...sent, phone: values.Handynummer };
      await navigate('/register/code', { state });
    },
  });
  return (
    <Form onSubmit={(event) => void profile.onSubmit(event)} method="post">
      <ErrorSummary {...profile.summary} />
      <Section title={t('profile.person')}>
        <Stack gap={5}>
          <PersonFields profile={profile} />
        </Stack>
      </Section>
      <Section title={t('profile.address')}>
        <Stack gap={5}>
          <AddressFields profile={profile} />
        </Stack>
      </Section>
      <Section title={t('profile.contact')}>
        <TextField {...profile.field('Handynummer')} label={c('fields.phone')} hint={t('profile.phoneHint')} type="tel" inputMode="tel" autoComplete="tel" />
      </Section>
      <Button type="submit" block busy={profile.busy}>
        {t('profile.submit')}
      </Button>
    </Form>
  );
}

/** `/register/profile`: who the account holder is. */
export function ProfilePage() {
  const { t } = useTexts(registrationTexts);
  return (
    <RequireStep steps={['userdata']}>
      <PublicPage width="form">
        <RegistrationSteps current="profile" />
        <PageTitle lead={t('profile.lead')}>{t('profile.title')}</PageTitle>
        <ProfileForm />
      </PublicPage>
    </RequireStep>
  );
}
