import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { readableAddress } from '@konsil/contracts/mail-address';
import { problemOf } from '@konsil/api';
import { useConfirmEmailMutation } from '@konsil/api/registration';
import { useSessionClient } from '@konsil/auth';
import { problemText, useCommon, useTexts } from '@konsil/i18n';
import { Alert, Button, ButtonLink, PageTitle, Row } from '@konsil/ui';
import { PageLoading, PublicPage } from '@konsil/portal-frame';
import type { SignInState } from '../sign-in/SignInPage.tsx';
import { ownSignUp } from './own-sign-up.ts';
import { RegistrationSteps } from './RegistrationSteps.tsx';
import { registrationTexts } from './texts.ts';

/**
 * Confirms an address by a button: the link works once, and mail scanners that open it must not use it up. The browser
 * that signed up confirms by itself.
 */
export function ConfirmAddress({ token }: { token: string }) {
  const { t } = useTexts(registrationTexts);
  const { t: c } = useCommon();
  const client = useSessionClient();
  const navigate = useNavigate();
  const [confirm, { isLoading }] = useConfirmEmailMutation();
  const [problem, setProblem] = useState<string | null>(null);
  const [byItself] = useState(ownSignUp.isThere);

  const press = async () => {
    try {
      const { email } = await confirm({ token }).unwrap();
      // A changed address ended the session; a new account's session continues with its next step.
      await client.refetch();
      if (client.getState().session) await client.checkLogin();
      const state: SignInState = { news: 'emailConfirmed', email: readableAddress(email) };
      await navigate('/login', { replace: true, state });
    } catch (error) {
      setProblem(problemOf(error).code);
    }
  };

  const started = useRef(false);
  const confirmOwn = useRef(press);
  useEffect(() => {
    if (started.current) return;
    started.current = true;
    if (ownSignUp.take()) void confirmOwn.current();
  }, []);

  if (byItself && !problem) return <PageLoading />;
  if (problem === 'link_expired') {
    return (
      <PublicPage width="form">
        <PageTitle lead={t('confirm.expired')}>{t('confirm.expiredTitle')}</PageTitle>
        <Row>
          <ButtonLink to="/login">{t('confirm.signIn')}</ButtonLink>
          <ButtonLink to="/register/confirm" variant="secondary">
            {t('confirm.again')}
          </ButtonLink>
        </Row>
      </PublicPage>
    );
  }
  return (
    <PublicPage width="form">
      <RegistrationSteps current="account" />
      <PageTitle lead={t('confirm.lead')}>{t('confirm.title')}</PageTitle>
      {problem && <Alert tone="danger">{problemText(c, problem)}</Alert>}
      <Button block busy={isLoading} onClick={() => void press()}>
        {t('confirm.submit')}
      </Button>
    </PublicPage>
  );
}
