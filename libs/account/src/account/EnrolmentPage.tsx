import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { homeOf, useAuthState, useSessionClient } from '@konsil/auth';
import { usePostponeSecondFactorMutation } from '@konsil/api/account';
import { useTexts } from '@konsil/i18n';
import { PageTitle, Text } from '@konsil/ui';
import { PublicPage, usePortal, WithToasts } from '@konsil/portal-frame';
import { RequireStep } from '../registration/RequireStep.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { SecondFactorOn } from './SecondFactorOn.tsx';
import { accountTexts } from './texts.ts';

/** `location.state` from the sign-in. */
export interface EnrolmentState {
  /** The page after it. */
  next?: string | null;
}

/**
 * `/second-factor`: the second factor that operators, and doctors where it is demanded, set up before they see
 * anything; others are asked for it now and then, and may say "later".
 */
export function EnrolmentPage() {
  const { login } = useAuthState();
  const { role } = usePortal();
  const client = useSessionClient();
  const navigate = useNavigate();
  const { next } = (useLocation().state ?? {}) as EnrolmentState;
  const [postpone] = usePostponeSecondFactorMutation();
  const [codes, setCodes] = useState<string[] | null>(null);
  const advised = login?.second_factor_advised ?? false;
  const onLater = async () => {
    // Not stored without a connection: then the next sign-in asks again.
    await postpone();
    await client.checkLogin();
    await navigate(next ?? homeOf[role], { replace: true });
  };
  return (
    // The codes stay until they are kept, although the account is complete by then.
    <RequireStep steps={advised || codes ? ['second_factor', 'done'] : ['second_factor']} next={next ?? undefined}>
      <PublicPage width="form">
        <Enrolment codes={codes} onCodes={setCodes} onLater={advised ? () => void onLater() : undefined} />
      </PublicPage>
    </RequireStep>
  );
}

function Enrolment({
  codes,
  onCodes,
  onLater,
}: {
  codes: string[] | null;
  onCodes: (codes: string[] | null) => void;
  onLater: (() => void) | undefined;
}) {
  const { t } = useTexts(accountTexts);
  const { role } = usePortal();
  const client = useSessionClient();
  const [tries, setTries] = useState(0);
  const why = role === 'doctor' ? t('account.factor.whyDoctor') : t('account.factor.whyPatient');
  const onKept = () => {
    onCodes(null);
    void client.checkLogin();
  };
  return (
    <>
      <PageTitle lead={onLater ? why : t('account.factor.mandatory')}>{t('account.factor.enrol')}</PageTitle>
      <WithToasts>
        {codes ? (
          <RecoveryCodes codes={codes} onKept={onKept} />
        ) : (
          <SecondFactorOn
            key={tries}
            done={() => setTries(tries + 1)}
            onCodes={onCodes}
            later={onLater && { act: onLater, label: t('account.factor.later') }}
          />
        )}
        {onLater && !codes && (
          <Text as="p" tone="muted">
            {t('account.factor.again')}
          </Text>
        )}
      </WithToasts>
    </>
  );
}
