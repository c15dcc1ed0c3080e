import { useEffect } from 'react';
import * as z from 'zod/mini';
import { typedPhoneSchema } from '@konsil/contracts/accounts';
import { useZodForm } from '@konsil/forms/forms';
import { useSendCodeMutation } from '@konsil/api/registration';
import { useCommon, useTexts } from '@konsil/i18n';
import { Button, ErrorSummary, Form, TextField } from '@konsil/ui';
import type { CodeState } from './CodePage.tsx';
import { registrationTexts } from './texts.ts';

const schema = z.object({ Handynummer: typedPhoneSchema });

export interface PhoneFormProps {
  onSent: (sent: CodeState) => void;
  /** Keeps the number, where a code was already sent. */
  onBack?: (() => void) | undefined;
}

/** Asks for the mobile number and sends a code to it. */
export function PhoneForm({ onSent, onBack }: PhoneFormProps) {
  const { t } = useTexts(registrationTexts);
  const { t: c } = useCommon();
  const [send] = useSendCodeMutation();
  const { form, field, summary, onSubmit, busy } = useZodForm({
    schema,
    defaultValues: { Handynummer: '' },
    act: async (values) => onSent({ ...(await send(values).unwrap()), phone: values.Handynummer }),
    guard: false,
  });
  // The focused button was unmounted.
  const changing = onBack !== undefined;
  useEffect(() => {
    if (changing) form.setFocus('Handynummer');
  }, [changing, form]);
  return (
    <Form onSubmit={(event) => void onSubmit(event)} method="post">
      <ErrorSummary {...summary} />
      <TextField
        {...field('Handynummer')}
        label={c('fields.phone')}
        hint={t('phone.hint')}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
      />
      <Button type="submit" block busy={busy}>
        {t('phone.submit')}
      </Button>
      {onBack && (
        <Button variant="secondary" block onClick={onBack}>
          {t('phone.back')}
        </Button>
      )}
    </Form>
  );
}
