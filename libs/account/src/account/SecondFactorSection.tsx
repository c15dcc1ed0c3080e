import { useState } from 'react';
import type { Account } from '@konsil/contracts/accounts';
import { useTexts } from '@konsil/i18n';
import { Alert, Card, Section, Text } from '@konsil/ui';
import { Changeable } from './Changeable.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { SecondFactorOff } from './SecondFactorOff.tsx';
import { SecondFactorOn } from './SecondFactorOn.tsx';
import { accountTexts } from './texts.ts';

/** The second factor with an authenticator app; doctors are asked to enable it. */
export function SecondFactorSection({ account }: { account: Account }) {
  const { t } = useTexts(accountTexts);
  const [codes, setCodes] = useState<string[] | null>(null);
  const on = account.second_factor;
  if (account.no_password && !on)
    return (
      <Section id="second-factor" title={t('account.factor.title')}>
        <Card>
          <Text as="p" tone="muted">
            {t('account.factor.noPassword')}
          </Text>
        </Card>
      </Section>
    );
  return (
    <Changeable
      id="second-factor"
      title={t('account.factor.title')}
      changeLabel={on ? t('account.factor.stop') : t('account.factor.start')}
      form={(done) => (on ? <SecondFactorOff done={done} /> : <SecondFactorOn done={done} onCodes={setCodes} />)}
    >
      <p>{on ? t('account.factor.on') : t('account.factor.off')}</p>
      {on && !codes && <Text tone="muted">{t('account.factor.left', { count: account.recovery_codes_left })}</Text>}
      {!on && account.role === 'doctor' && <Alert tone="warning">{t('account.factor.advice')}</Alert>}
      {codes && <RecoveryCodes codes={codes} onKept={() => setCodes(null)} />}
    </Changeable>
  );
}
