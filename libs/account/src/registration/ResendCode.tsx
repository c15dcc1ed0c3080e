import { useState } from 'react';
import { problemOf } from '@konsil/api';
import { useSendCodeMutation } from '@konsil/api/registration';
import { problemText, useCommon, useTexts } from '@konsil/i18n';
import { Alert, Button, Row, Stack, Text, TextLink, WaitIcon } from '@konsil/ui';
import type { CodeState } from './CodePage.tsx';
import { useSecondsUntil } from './seconds-until.ts';
import { registrationTexts } from './texts.ts';

/** Another code, a minute after the last one at the earliest. */
export function ResendCode({ sent, onSent }: { sent: CodeState; onSent: (sent: CodeState) => void }) {
  const { t } = useTexts(registrationTexts);
  const { t: c } = useCommon();
  const [send, { isLoading }] = useSendCodeMutation();
  const [problem, setProblem] = useState<string | null>(null);
  const seconds = useSecondsUntil(sent.resend_at);

  const resend = async () => {
    try {
      onSent({ ...(await send({ Handynummer: sent.phone }).unwrap()), phone: sent.phone });
    } catch (error) {
      setProblem(problemOf(error).code);
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
          <Button variant="secondary" busy={isLoading} onClick={() => void resend()}>
            {t('code.resend')}
          </Button>
        </div>
      )}
      {problem && <Alert tone="danger">{problemText(c, problem)}</Alert>}
      <TextLink to="/help">{t('code.help')}</TextLink>
    </Stack>
  );
}
