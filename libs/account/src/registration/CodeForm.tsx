import { otpSchema } from '@konsil/contracts/sign-in';
import { useZodForm } from '@konsil/api/forms';
import { useCheckCodeMutation } from '@konsil/api/registration';
import { useSessionClient } from '@konsil/auth';
import { rich, useFormat, useTexts } from '@konsil/i18n';
import { Button, CodeField, ErrorSummary, Form, PageTitle, Section } from '@konsil/ui';
import type { CodeState } from './CodePage.tsx';
import { maskedPhone } from './masked-phone.ts';
import { ResendCode } from './ResendCode.tsx';
import { useSecondsUntil } from './seconds-until.ts';
import { registrationTexts } from './texts.ts';

export interface CodeFormProps {
  sent: CodeState;
  /** Another code was sent. */
  onSent: (sent: CodeState) => void;
  onChangeNumber: () => void;
}

/** The code from the SMS: typed, pasted or filled in by the phone. */
export function CodeForm({ sent, onSent, onChangeNumber }: CodeFormProps) {
  const { t } = useTexts(registrationTexts);
  const format = useFormat();
  const client = useSessionClient();
  const [check] = useCheckCodeMutation();
  const expired = useSecondsUntil(sent.expires_at) === 0;
  const { field, summary, onSubmit, busy } = useZodForm({
    schema: otpSchema,
    defaultValues: { code: '' },
    act: async (values) => {
      await check(values).unwrap();
      await Promise.all([client.refetch(), client.checkLogin()]);
    },
    at: { wrong_code: 'code' },
    guard: false,
  });
  return (
    <>
      <PageTitle lead={rich(t('code.sent', { phone: maskedPhone(sent.phone) }), { b: (words) => <strong>{words}</strong> })}>{t('code.title')}</PageTitle>
      <div>
        <Button variant="quiet" size="small" onClick={onChangeNumber}>
          {t('code.changeNumber')}
        </Button>
      </div>
      <Form onSubmit={(event) => void onSubmit(event)} method="post">
        <ErrorSummary {...summary} />
        <CodeField {...field('code')} label={t('code.label')} hint={expired ? t('code.expired') : t('code.hint', { time: format.time(sent.expires_at) })} />
        <Button type="submit" block busy={busy}>
          {t('code.submit')}
        </Button>
      </Form>
      <Section title={t('code.noCode')}>
        <ResendCode sent={sent} onSent={onSent} />
      </Section>
    </>
  );
}
