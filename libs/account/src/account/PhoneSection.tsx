import { useState } from 'react';
import * as z from 'zod/mini';
import { changePhoneSchema, typedPhoneSchema } from '@konsil/contracts/accounts';
import type { Account } from '@konsil/contracts/accounts';
import { otpSchema } from '@konsil/contracts/sign-in';
import { useZodForm } from '@konsil/api/forms';
import { useCheckCodeMutation, useSendCodeMutation } from '@konsil/api/registration';
import { useSessionClient } from '@konsil/auth';
import { useFormat, useTexts } from '@konsil/i18n';
import { CodeField, ErrorSummary, Form, TextField } from '@konsil/ui';
import type { CodeState } from '../registration/CodePage.tsx';
import { maskedPhone } from '../registration/masked-phone.ts';
import { Changeable } from './Changeable.tsx';
import { CurrentPassword } from './CurrentPassword.tsx';
import { FormFoot } from './FormFoot.tsx';
import { accountTexts } from './texts.ts';

const schema = z.extend(changePhoneSchema, { Handynummer: typedPhoneSchema, current_password: z.string().check(z.minLength(1, 'passwordMissing')) });

function NumberForm({ onSent, onCancel }: { onSent: (sent: CodeState) => void; onCancel: () => void }) {
  const { t } = useTexts(accountTexts);
  const [send] = useSendCodeMutation();
  const { field, summary, onSubmit, busy } = useZodForm({
    schema,
    defaultValues: { Handynummer: '', current_password: '' },
    act: async (values) => onSent({ ...(await send(values).unwrap()), phone: values.Handynummer }),
    scope: 'phone-',
  });
  return (
    <Form onSubmit={(event) => void onSubmit(event)} method="post">
      <ErrorSummary {...summary} />
      <TextField {...field('Handynummer')} label={t('account.phone.new')} hint={t('account.phone.hint')} type="tel" inputMode="tel" autoComplete="tel" />
      <CurrentPassword field={field('current_password')} />
      <FormFoot busy={busy} onCancel={onCancel}>
        {t('account.phone.submit')}
      </FormFoot>
    </Form>
  );
}

function NumberCode({ sent, onDone, onCancel }: { sent: CodeState; onDone: () => void; onCancel: () => void }) {
  const { t } = useTexts(accountTexts);
  const format = useFormat();
  const client = useSessionClient();
  const [check] = useCheckCodeMutation();
  const { field, summary, onSubmit, busy } = useZodForm({
    schema: otpSchema,
    defaultValues: { code: '' },
    act: async (values) => {
      await check(values).unwrap();
      await client.refetch();
      onDone();
    },
    at: { wrong_code: 'code' },
    scope: 'phone-',
  });
  return (
    <Form onSubmit={(event) => void onSubmit(event)} method="post">
      <ErrorSummary {...summary} />
      <CodeField {...field('code')} label={t('account.phone.code')} hint={t('account.phone.codeHint', { phone: maskedPhone(sent.phone), time: format.time(sent.expires_at) })} />
      <FormFoot busy={busy} onCancel={onCancel}>
        {t('account.phone.confirm')}
      </FormFoot>
    </Form>
  );
}

function PhoneForm({ done }: { done: (news?: string) => void }) {
  const { t } = useTexts(accountTexts);
  const [sent, setSent] = useState<CodeState | null>(null);
  return sent
    ? <NumberCode sent={sent} onDone={() => done(t('account.phone.changed'))} onCancel={() => done()} />
    : <NumberForm onSent={setSent} onCancel={() => done()} />;
}

/** The mobile number: another one counts once its code was entered; all other sessions end then. */
export function PhoneSection({ account }: { account: Account }) {
  const { t } = useTexts(accountTexts);
  return (
    <Changeable title={t('account.phone.title')} form={(done) => <PhoneForm done={done} />}>
      <p>{maskedPhone(account.phone)}</p>
    </Changeable>
  );
}
