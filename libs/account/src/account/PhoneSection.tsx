import { useEffect, useState } from 'react';
import * as z from 'zod/mini';
import { changePhoneSchema, typedPhoneSchema } from '@konsil/contracts/accounts';
import type { Account, OtpSent } from '@konsil/contracts/accounts';
import { otpSchema } from '@konsil/contracts/sign-in';
import { useZodForm } from '@konsil/forms/forms';
import { useSendCodeMutation } from '@konsil/api/registration';
import { useSessionClient } from '@konsil/auth';
import { useFormat, useTexts } from '@konsil/i18n';
import { Alert, CodeField, ErrorSummary, Form, TextField } from '@konsil/ui';
import type { CodeState } from '../registration/CodePage.tsx';
import { maskedPhone } from '../registration/masked-phone.ts';
import { ResendCode } from '../registration/ResendCode.tsx';
import { registrationTexts } from '../registration/texts.ts';
import { useCodeCheck } from '../registration/use-code-check.ts';
import { Changeable } from './Changeable.tsx';
import { CurrentPassword } from './CurrentPassword.tsx';
import { FormFoot } from './FormFoot.tsx';
import { accountTexts } from './texts.ts';

const schema = z.extend(changePhoneSchema, {
  Handynummer: typedPhoneSchema,
  current_password: z.string().check(z.minLength(1, 'passwordMissing')),
});

type NewNumber = z.output<typeof schema>;
interface NumberFormProps {
  send: (number: NewNumber) => Promise<unknown>;
  onCancel: () => void;
}

function NumberForm({ send, onCancel }: NumberFormProps) {
  const { t } = useTexts(accountTexts);
  const { field, summary, onSubmit, busy } = useZodForm({
    schema,
    defaultValues: { Handynummer: '', current_password: '' },
    act: send,
    scope: 'phone-',
  });
  return (
    <Form onSubmit={(event) => void onSubmit(event)} method="post">
      <ErrorSummary {...summary} />
      <TextField
        {...field('Handynummer')}
        label={t('account.phone.new')}
        hint={t('account.phone.hint')}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
      />
      <CurrentPassword field={field('current_password')} />
      <FormFoot busy={busy} onCancel={onCancel}>
        {t('account.phone.submit')}
      </FormFoot>
    </Form>
  );
}

interface NumberCodeProps {
  sent: CodeState;
  send: () => Promise<OtpSent>;
  onSent: (sent: OtpSent) => void;
  onDone: () => void;
  onCancel: () => void;
}

function NumberCode({ sent, send, onSent, onDone, onCancel }: NumberCodeProps) {
  const { t } = useTexts(accountTexts);
  const { t: r } = useTexts(registrationTexts);
  const format = useFormat();
  const client = useSessionClient();
  const { check, spent } = useCodeCheck();
  const {
    form: { setFocus },
    field,
    summary,
    onSubmit,
    busy,
  } = useZodForm({
    schema: otpSchema,
    defaultValues: { code: '' },
    act: async (values) => {
      await check(values);
      await client.refetch();
      onDone();
    },
    at: { wrong_code: 'code' },
    scope: 'phone-',
    alone: 'code',
  });
  // The focused button was unmounted.
  useEffect(() => setFocus('code'), [setFocus]);
  return (
    <Form onSubmit={(event) => void onSubmit(event)} method="post">
      {sent.again && <Alert tone="success">{r('code.resent')}</Alert>}
      <ErrorSummary {...summary} />
      {spent && (
        <Alert tone="warning" live>
          {r('code.spent')}
        </Alert>
      )}
      <CodeField
        {...field('code')}
        label={t('account.phone.code')}
        hint={t('account.phone.codeHint', { phone: maskedPhone(sent.phone), time: format.time(sent.expires_at) })}
      />
      <ResendCode resendAt={sent.resend_at} send={send} onSent={onSent} />
      <FormFoot busy={busy} onCancel={onCancel}>
        {t('account.phone.confirm')}
      </FormFoot>
    </Form>
  );
}

function PhoneForm({ done }: { done: (news?: string) => void }) {
  const { t } = useTexts(accountTexts);
  const [send] = useSendCodeMutation();
  const [sent, setSent] = useState<{ number: NewNumber; code: CodeState } | null>(null);
  if (!sent) {
    const begin = async (number: NewNumber) =>
      setSent({ number, code: { ...(await send(number).unwrap()), phone: number.Handynummer } });
    return <NumberForm send={begin} onCancel={() => done()} />;
  }
  const { number, code } = sent;
  return (
    <NumberCode
      key={code.expires_at}
      sent={code}
      send={() => send(number).unwrap()}
      onSent={(next) => setSent({ number, code: { ...next, phone: code.phone, again: true } })}
      onDone={() => done(t('account.phone.changed'))}
      onCancel={() => done()}
    />
  );
}

/** The mobile number: a new one takes effect once its code was entered, which ends all other sessions. */
export function PhoneSection({ account }: { account: Account }) {
  const { t } = useTexts(accountTexts);
  return (
    <Changeable id="phone" title={t('account.phone.title')} form={(done) => <PhoneForm done={done} />}>
      <p>{maskedPhone(account.phone)}</p>
    </Changeable>
  );
}
