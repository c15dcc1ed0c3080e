import { useState } from 'react';
import type { OtpSent } from '@konsil/contracts/accounts';
import { problemOf } from '@konsil/api';
import type { ApiProblem } from '@konsil/api';
import { problemText, useCommon, useTexts } from '@konsil/i18n';
import { Alert, Button, Row, Stack, Text, WaitIcon } from '@konsil/ui';
import { useSecondsUntil } from './seconds-until.ts';
import { registrationTexts } from './texts.ts';

export interface ResendCodeProps {
  /** Time from which another code can be requested. */
  resendAt: string;
  send: () => Promise<OtpSent>;
  onSent: (sent: OtpSent) => void;
}

/** Requests another code, at the earliest one minute after the last. */
export function ResendCode({ resendAt, send, onSent }: ResendCodeProps) {
  const { t } = useTexts(registrationTexts);
  const { t: c } = useCommon();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const seconds = useSecondsUntil(resendAt);

  const resend = async () => {
    setBusy(true);
    try {
      onSent(await send());
    } catch (error) {
      setProblem(problemOf(error));
      setBusy(false);
    }
  };

  return (
    <Stack gap={3}>
      {seconds > 0 ? (
        <Row gap={2}>
          <WaitIcon />
          <Text tone="muted">{t('code.wait', { count: seconds })}</Text>
        </Row>
      ) : (
        <div>
          <Button variant="secondary" busy={busy} onClick={() => void resend()}>
            {t('code.resend')}
          </Button>
        </div>
      )}
      {problem && <Alert tone="danger">{problemText(c, problem)}</Alert>}
    </Stack>
  );
}
