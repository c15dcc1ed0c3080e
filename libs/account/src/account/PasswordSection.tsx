import { changePasswordSchema, type Account } from '@konsil/contracts/accounts';
import { useChangePasswordMutation } from '@konsil/api/account';
import { useZodForm } from '@konsil/forms/forms';
import { useSessionClient } from '@konsil/auth';
import { useTexts } from '@konsil/i18n';
import { Card, ErrorSummary, Form, Section, Text } from '@konsil/ui';
import { NewPasswordFields } from '../registration/NewPasswordFields.tsx';
import { registrationTexts } from '../registration/texts.ts';
import { Changeable } from './Changeable.tsx';
import { CurrentPassword } from './CurrentPassword.tsx';
import { FormFoot } from './FormFoot.tsx';
import { accountTexts } from './texts.ts';

function PasswordForm({ label, done }: { label: string; done: (news?: string) => void }) {
  const { t } = useTexts(accountTexts);
  const client = useSessionClient();
  const [change] = useChangePasswordMutation();
  const { form, field, summary, onSubmit, busy } = useZodForm({
    schema: changePasswordSchema,
    defaultValues: { current_password: '', password: '', confirm_password: '' },
    act: async (values) => {
      await change(values).unwrap();
      await client.refetch();
      done(t('account.password.changed'));
    },
    scope: 'password-',
  });
  return (
    <Form onSubmit={(event) => void onSubmit(event)} method="post">
      <ErrorSummary {...summary} />
      <CurrentPassword field={field('current_password')} />
      <NewPasswordFields
        label={label}
        field={field}
        repeat={() =>
          form.setValue('confirm_password', form.getValues('password'), {
            shouldValidate: form.formState.isSubmitted,
          })
        }
      />
      <FormFoot busy={busy} onCancel={() => done()}>
        {t('account.password.submit')}
      </FormFoot>
    </Form>
  );
}

/** The password; changing it ends all other sessions. */
export function PasswordSection({ account }: { account?: Account }) {
  const { t } = useTexts(accountTexts);
  // Loaded with the page, so that opening the form does not suspend it.
  const { t: r } = useTexts(registrationTexts);
  if (account?.no_password)
    return (
      <Section id="password" title={t('account.password.title')}>
        <Card>
          <Text as="p" tone="muted">
            {t('account.password.none')}
          </Text>
        </Card>
      </Section>
    );
  return (
    <Changeable
      id="password"
      title={t('account.password.title')}
      form={(done) => <PasswordForm label={r('password.new')} done={done} />}
    >
      <Text as="p" tone="muted">
        {t('account.password.since')}
      </Text>
    </Changeable>
  );
}
