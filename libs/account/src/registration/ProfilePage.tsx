import type { Control } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import type * as z from 'zod/mini';
import { useDraft, type Draft } from '@konsil/drafts/drafts';
import { useSaveDraft } from '@konsil/drafts/drafted-form';
import { DraftQuestion, useDraftNote, WaitingForDraft } from '@konsil/common';
import { userDataFormSchema } from '@konsil/contracts/accounts';
import { registrationDraft } from '@konsil/contracts/drafts';
import type { UserData } from '@konsil/contracts/accounts';
import { useZodForm } from '@konsil/forms/forms';
import { useSaveUserDataMutation } from '@konsil/api/registration';
import { useCommon, useFormat, useTexts } from '@konsil/i18n';
import { Alert, Button, ErrorSummary, Form, FormActions, PageTitle, Section, Stack, TextField } from '@konsil/ui';
import { PublicPage } from '@konsil/portal-frame';
import type { CodeState } from './CodePage.tsx';
import { PersonFields } from './PersonFields.tsx';
import { emptyProfile } from './profile-form.ts';
import { RegistrationSteps } from './RegistrationSteps.tsx';
import { RequireStep } from './RequireStep.tsx';
import { registrationTexts } from './texts.ts';

type Kept = z.input<typeof userDataFormSchema>;

/** Kept as a draft, because mobile browsers may reload the page after switching apps. */
export function ProfileForm() {
  const draft = useDraft<Partial<Kept>>(registrationDraft);
  return draft.status === 'loading' ? <WaitingForDraft /> : <OpenProfile draft={draft} />;
}

function OpenProfile({ draft }: { draft: Draft<Partial<Kept>> }) {
  const { t } = useTexts(registrationTexts);
  const { t: c } = useCommon();
  const format = useFormat();
  const navigate = useNavigate();
  const [save] = useSaveUserDataMutation();
  const profile = useZodForm<Kept, UserData>({
    schema: userDataFormSchema,
    defaultValues: { ...emptyProfile, ...draft.restored },
    guard: false,
    act: async (values) => {
      const sent = await save(values).unwrap();
      await draft.drop();
      const state: CodeState = { ...sent, phone: values.Handynummer, first: true };
      await navigate('/register/code', { state });
    },
  });
  useSaveDraft(profile.form, draft);
  const note = useDraftNote(draft);
  return (
    <Form onSubmit={(event) => void profile.onSubmit(event)} method="post">
      {draft.restored && <Alert>{c('words.draftBack')}</Alert>}
      <DraftQuestion draft={draft} />
      <ErrorSummary {...profile.summary} />
      <Section title={t('profile.person')}>
        <Stack gap={5}>
          <PersonFields
            control={profile.form.control as unknown as Control}
            bind={profile.field}
            own
            nameHint={t('profile.nameHint')}
            dayHint={t('profile.dayHint', { example: format.day('1984-05-23') })}
            genderHint={t('profile.genderHint')}
          />
        </Stack>
      </Section>
      <Section title={t('profile.contact')}>
        <TextField
          {...profile.field('Handynummer')}
          label={c('fields.phone')}
          hint={t('profile.phoneHint')}
          type="tel"
          inputMode="tel"
          autoComplete="tel"
        />
      </Section>
      <FormActions note={note}>
        <Button type="submit" block busy={profile.busy}>
          {t('profile.submit')}
        </Button>
      </FormActions>
    </Form>
  );
}

/** `/register/profile`: the account holder's data. */
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
