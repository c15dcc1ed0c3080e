import { accountRoutes } from '@konsil/contracts/accounts';
import { useRemoveSecondFactorMutation } from '@konsil/api/account';
import { useSessionClient } from '@konsil/auth';
import { useZodForm } from '@konsil/forms/forms';
import { useTexts } from '@konsil/i18n';
import { ErrorSummary, Form } from '@konsil/ui';
import { CurrentPassword } from './CurrentPassword.tsx';
import { FormFoot } from './FormFoot.tsx';
import { accountTexts } from './texts.ts';

/** Disables the second factor, with the password. */
export function SecondFactorOff({ done }: { done: (news?: string) => void }) {
  const { t } = useTexts(accountTexts);
  const client = useSessionClient();
  const [remove] = useRemoveSecondFactorMutation();
  const { field, summary, onSubmit, busy } = useZodForm({
    schema: accountRoutes.removeSecondFactor.body,
    defaultValues: { current_password: '' },
    act: async (values) => {
      await remove(values).unwrap();
      done(t('account.factor.stopped'));
      // Where the operator demands one, the next page sets it up again.
      await client.checkLogin();
    },
    scope: 'factor-',
    alone: 'current_password',
  });
  return (
    <Form onSubmit={(event) => void onSubmit(event)} method="post">
      <ErrorSummary {...summary} />
      <CurrentPassword field={field('current_password')} />
      <FormFoot busy={busy} onCancel={() => done()}>
        {t('account.factor.stop')}
      </FormFoot>
    </Form>
  );
}
