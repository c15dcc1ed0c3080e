import { useState } from 'react';
import type { SignIn } from '@konsil/contracts/accounts';
import { useListSignInsQuery } from '@konsil/api/account';
import { LoadFailed, Waiting } from '@konsil/common';
import { useFormat, useTexts } from '@konsil/i18n';
import { Badge, Button, List, ListRow, Section } from '@konsil/ui';
import { accountTexts } from './texts.ts';

const shownFirst = 5;

function SignInRow({ signIn: { at, device: named, network, reason, result } }: { signIn: SignIn }) {
  const { t } = useTexts(accountTexts);
  const format = useFormat();
  const device = named || t('account.sessions.unknownDevice');
  const when = format.moment(at);
  return (
    <ListRow
      title={reason ? t(`account.signIns.reasons.${reason}`) : t('account.signIns.signedIn')}
      detail={
        network
          ? t('account.signIns.from', { when, device, network })
          : t('account.signIns.fromDevice', { when, device })
      }
      state={result === 'denied' && <Badge tone="danger">{t('account.signIns.failed')}</Badge>}
    />
  );
}

/** Recent successful and failed sign-ins, newest first. */
export function SignInsSection() {
  const { t } = useTexts(accountTexts);
  const [all, setAll] = useState(false);
  const { data: signIns, error, refetch } = useListSignInsQuery();
  if (signIns?.length === 0) return null;
  return (
    <Section id="sign-ins" title={t('account.signIns.title')}>
      {!signIns && !error && <Waiting rows={2} label={t('account.sessions.loading')} />}
      {!signIns && error && <LoadFailed problem={error} onRetry={refetch} />}
      {signIns && (
        <List>
          {(all ? signIns : signIns.slice(0, shownFirst)).map((signIn) => (
            <SignInRow key={signIn.id} signIn={signIn} />
          ))}
        </List>
      )}
      {signIns && !all && signIns.length > shownFirst && (
        <Button variant="quiet" size="small" onClick={() => setAll(true)}>
          {t('account.signIns.more')}
        </Button>
      )}
    </Section>
  );
}
