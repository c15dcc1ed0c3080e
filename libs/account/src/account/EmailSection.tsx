import { changeEmailSchema } from '@konsil/contracts/accounts';
import type { Account } from '@konsil/contracts/accounts';
import { readableAddress } from '@konsil/contracts/mail-address';
import {
  useCancelEmailChangeMutation,
  useChangeEmailMutation,
  useResendEmailChangeMutation,
} from '@konsil/api/account';
import { useZodForm } from '@konsil/forms/forms';
import { useAction } from '@konsil/common';
import { withMarkup, useTexts } from '@konsil/i18n';
import { Alert, Button, EmailField, ErrorSummary, Form, Row } from '@konsil/ui';
import { Changeable } from './Changeable.tsx';
import { CurrentPassword } from './CurrentPassword.tsx';
import { FormFoot } from './FormFoot.tsx';
import { accountTexts } from './texts.ts';

function EmailForm({ done }: { done: (news?: string) => void }) {
  const { t } = useTexts(accountTexts);
  const [change] = useChangeEmailMutation();
  const { field, summary, onSubmit, busy } = useZodForm({
    schema: changeEmailSchema,
    defaultValues: { email: '', current_password: '' },
    act: async (values) => {
      await change(values).unwrap();
      done(t('account.email.sent'));
    },
    scope: 'email-',
  });
  return (
    <Form onSubmit={(event) => void onSubmit(event)} method="post">
      <ErrorSummary {...summary} />
      <EmailField {...field('email')} label={t('account.email.new')} autoComplete="email" />
      <CurrentPassword field={field('current_password')} />
      <FormFoot busy={busy} onCancel={() => done()}>
        {t('account.email.submit')}
      </FormFoot>
    </Form>
  );
}

/** An unconfirmed address: its link can be sent again, or the change discarded. */
function PendingEmail({ email }: { email: string }) {
  const { t } = useTexts(accountTexts);
  const act = useAction();
  const [resend, { isLoading: sending }] = useResendEmailChangeMutation();
  const [cancel, { isLoading: cancelling }] = useCancelEmailChangeMutation();
  return (
    <Alert
      action={
        <Row>
          <Button
            variant="secondary"
            size="small"
            busy={sending}
            onClick={() => void act(resend().unwrap(), { text: t('account.email.resent') })}
          >
            {t('account.email.resend')}
          </Button>
          <Button
            variant="quiet"
            size="small"
            busy={cancelling}
            onClick={() => void act(cancel().unwrap(), { text: t('account.email.kept') })}
          >
            {t('account.email.cancel')}
          </Button>
        </Row>
      }
    >
      {withMarkup(t('account.email.pending', { email: readableAddress(email) }), {
        b: (words) => <strong>{words}</strong>,
      })}
    </Alert>
  );
}

/** The email address: a new one takes effect once its link was opened; both addresses are notified. */
export function EmailSection({ account }: { account: Account }) {
  const { t } = useTexts(accountTexts);
  return (
    <Changeable
      id="email"
      title={t('account.email.title')}
      newsHolds={account.pending_email !== null}
      form={(done) => <EmailForm done={done} />}
    >
      <p>{readableAddress(account.email)}</p>
      {account.pending_email && <PendingEmail email={account.pending_email} />}
    </Changeable>
  );
}
