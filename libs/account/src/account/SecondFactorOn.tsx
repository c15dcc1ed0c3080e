import { useState } from 'react';
import { accountRoutes } from '@konsil/contracts/accounts';
import { otpSchema } from '@konsil/contracts/sign-in';
import { useConfirmSecondFactorMutation, useStartSecondFactorMutation } from '@konsil/api/account';
import { useZodForm } from '@konsil/forms/forms';
import { useTexts } from '@konsil/i18n';
import { Button, ButtonLink, CodeField, CopyIcon, ErrorSummary, Form, MobileIcon, Row, Stack, Text } from '@konsil/ui';
import { CurrentPassword } from './CurrentPassword.tsx';
import { FormFoot } from './FormFoot.tsx';
import { QrCode } from './QrCode.tsx';
import { accountTexts } from './texts.ts';
import { useCopy } from './use-copy.ts';

interface Setup {
  secret: string;
  uri: string;
}

interface Cancel {
  onCancel: () => void;
  cancelLabel?: string | undefined;
}

function AskPassword({ onSetup, ...cancel }: Cancel & { onSetup: (setup: Setup) => void }) {
  const { t } = useTexts(accountTexts);
  const [start] = useStartSecondFactorMutation();
  const { field, summary, onSubmit, busy } = useZodForm({
    schema: accountRoutes.startSecondFactor.body,
    defaultValues: { current_password: '' },
    act: async (values) => onSetup(await start(values).unwrap()),
    scope: 'factor-',
    alone: 'current_password',
  });
  return (
    <Form onSubmit={(event) => void onSubmit(event)} method="post">
      <ErrorSummary {...summary} />
      <CurrentPassword field={field('current_password')} />
      <FormFoot busy={busy} {...cancel}>
        {t('account.factor.next')}
      </FormFoot>
    </Form>
  );
}

function ScanAndConfirm({
  setup,
  onCodes,
  ...cancel
}: Cancel & {
  setup: Setup;
  onCodes: (codes: string[]) => void;
}) {
  const { t } = useTexts(accountTexts);
  const [confirm] = useConfirmSecondFactorMutation();
  const copy = useCopy({ copied: t('account.factor.secretCopied'), notCopied: t('account.factor.secretNotCopied') });
  const { field, summary, onSubmit, busy } = useZodForm({
    schema: otpSchema,
    defaultValues: { code: '' },
    act: async (values) => onCodes((await confirm(values).unwrap()).recovery_codes),
    at: { wrong_code: 'code' },
    scope: 'factor-',
  });
  return (
    <Form onSubmit={(event) => void onSubmit(event)} method="post">
      <ErrorSummary {...summary} />
      <Stack gap={3}>
        <p>{t('account.factor.scan')}</p>
        <QrCode text={setup.uri} label={t('account.factor.qr')} />
        <p>
          {t('account.factor.secret')} <Text as="strong">{setup.secret.replace(/(.{4})(?=.)/g, '$1 ')}</Text>
        </p>
        <Row>
          <Button variant="secondary" size="small" icon={<CopyIcon />} onClick={() => void copy(setup.secret)}>
            {t('account.factor.copySecret')}
          </Button>
          <ButtonLink variant="secondary" size="small" icon={<MobileIcon />} to={setup.uri}>
            {t('account.factor.openApp')}
          </ButtonLink>
        </Row>
      </Stack>
      <CodeField {...field('code')} label={t('account.factor.code')} />
      <FormFoot busy={busy} {...cancel}>
        {t('account.factor.confirm')}
      </FormFoot>
    </Form>
  );
}

/** Enables the second factor: password, QR code for the app, first code. */
export function SecondFactorOn({
  done,
  onCodes,
  later,
}: {
  done: (news?: string) => void;
  onCodes: (codes: string[]) => void;
  /** Replaces the button that cancels. */
  later?: { act: () => void; label: string } | undefined;
}) {
  const [setup, setSetup] = useState<Setup | null>(null);
  const finish = (codes: string[]) => {
    onCodes(codes);
    done();
  };
  const cancel = { onCancel: later?.act ?? (() => done()), cancelLabel: later?.label };
  return setup ? (
    <ScanAndConfirm setup={setup} onCodes={finish} {...cancel} />
  ) : (
    <AskPassword onSetup={setSetup} {...cancel} />
  );
}
