import { useState } from 'react';
import { useSessionClient } from '@konsil/auth';
import { useCommon, useTexts } from '@konsil/i18n';
import { PageTitle, ToastProvider } from '@konsil/ui';
import { PublicPage, publicTexts } from '@konsil/portal-frame';
import { RequireStep } from '../registration/RequireStep.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { SecondFactorOn } from './SecondFactorOn.tsx';
import { accountTexts } from './texts.ts';

/** `/second-factor`: the second factor that operators set up before they see anything. */
export function EnrolmentPage() {
  const { t } = useTexts(accountTexts);
  const { t: p } = useTexts(publicTexts);
  const { t: c } = useCommon();
  const client = useSessionClient();
  const [codes, setCodes] = useState<string[] | null>(null);
  const [tries, setTries] = useState(0);
  return (
    <RequireStep steps={['second_factor']}>
      <PublicPage width="form">
        <PageTitle lead={t('account.factor.mandatory')}>{t('account.factor.enrol')}</PageTitle>
        <ToastProvider words={{ region: p('frame.messagesRegion'), close: c('words.close') }}>
          {codes ? (
            <RecoveryCodes codes={codes} onKept={() => void client.checkLogin()} />
          ) : (
            <SecondFactorOn key={tries} done={() => setTries(tries + 1)} onCodes={setCodes} />
          )}
        </ToastProvider>
      </PublicPage>
    </RequireStep>
  );
}
