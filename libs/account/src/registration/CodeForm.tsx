import { useEffect, useRef } from 'react';
import { otpSchema } from '@konsil/contracts/sign-in';
import { useZodForm } from '@konsil/forms/forms';
import { useSendCodeMutation } from '@konsil/api/registration';
import { useSessionClient } from '@konsil/auth';
import { withMarkup, useFormat, useTexts } from '@konsil/i18n';
import { Alert, Button, CodeField, ErrorSummary, Form, PageTitle, Section, Stack, TextLink } from '@konsil/ui';
import type { CodeState } from './CodePage.tsx';
import { maskedPhone } from './masked-phone.ts';
import { ResendCode } from './ResendCode.tsx';
import { useSecondsUntil } from './seconds-until.ts';
import { codeFromSms } from './sms-code.ts';
import { registrationTexts } from './texts.ts';
import { useCodeCheck } from './use-code-check.ts';

export interface CodeFormProps {
  sent: CodeState;
  /** Called after another code was sent. */
  onSent: (sent: CodeState) => void;
  onChangeNumber: () => void;
}

/** The SMS code: typed, pasted or autofilled. */
export function CodeForm({ sent, onSent, onChangeNumber }: CodeFormProps) {
  const { t } = useTexts(registrationTexts);
  const format = useFormat();
  const client = useSessionClient();
  const [send] = useSendCodeMutation();
  const { check, spent } = useCodeCheck();
  const expired = useSecondsUntil(sent.expires_at) === 0;
  const { form, field, summary, onSubmit, busy } = useZodForm({
    schema: otpSchema,
    defaultValues: { code: '' },
    act: async (values) => {
      await check(values);
      await Promise.all([client.refetch(), client.checkLogin()]);
    },
    at: { wrong_code: 'code' },
    guard: false,
  });
  // The focused button was unmounted.
  const pressed = sent.again || sent.changing === false;
  useEffect(() => {
    if (pressed) form.setFocus('code');
  }, [pressed, form]);
  const tried = form.formState.submitCount > 0;
  /** Not while a code is being checked: each check is one of five attempts. */
  const goOn = async () => {
    if (!busy) await onSubmit();
  };
  const submit = useRef(goOn);
  useEffect(() => {
    submit.current = goOn;
  });
  useEffect(() => {
    const leaving = new AbortController();
    void codeFromSms(leaving.signal).then((code) => {
      form.setValue('code', code);
      return submit.current();
    });
    return () => leaving.abort();
  }, [form]);
  return (
    <>
      <PageTitle
        lead={withMarkup(t('code.sent', { phone: maskedPhone(sent.phone) }), {
          b: (words) => <strong>{words}</strong>,
        })}
      >
        {t('code.title')}
      </PageTitle>
      <div>
        <Button variant="secondary" size="small" onClick={onChangeNumber}>
          {t('code.changeNumber')}
        </Button>
      </div>
      <Form onSubmit={(event) => void onSubmit(event)} method="post">
        {sent.again && <Alert tone="success">{t('code.resent')}</Alert>}
        <ErrorSummary {...summary} />
        {spent && (
          <Alert tone="warning" live>
            {t('code.spent')}
          </Alert>
        )}
        <CodeField
          {...field('code')}
          // A wrong digit is corrected while the code is being checked.
          readOnly={false}
          label={t('code.label')}
          hint={
            expired
              ? t('code.expired')
              : t(tried ? 'code.hint' : 'code.hintGoesOn', { time: format.time(sent.expires_at) })
          }
          // After a wrong code, attempts are made by the button only: five are all there are.
          onComplete={() => !tried && void goOn()}
        />
        <Button type="submit" block busy={busy}>
          {t('code.submit')}
        </Button>
      </Form>
      <Section title={t('code.noCode')}>
        <Stack gap={3}>
          <ResendCode
            resendAt={sent.resend_at}
            send={() => send({ Handynummer: sent.phone }).unwrap()}
            onSent={(next) => onSent({ ...next, phone: sent.phone, again: true })}
          />
          <TextLink standalone to="/help">
            {t('code.help')}
          </TextLink>
        </Stack>
      </Section>
    </>
  );
}
