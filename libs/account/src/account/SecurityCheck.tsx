import type { MouseEvent } from 'react';
import { useListSessionsQuery, useListSignInsQuery } from '@konsil/api/account';
import { useListIdentitiesQuery } from '@konsil/api/identities';
import { useListPasskeysQuery } from '@konsil/api/passkeys';
import { serverNow } from '@konsil/api/server-clock';
import { LoadFailed } from '@konsil/common';
import type { Account } from '@konsil/contracts/accounts';
import { useFormat, useTexts } from '@konsil/i18n';
import { Card, CheckList, Section, Stack, Text, TextLink } from '@konsil/ui';
import { securityPoints, type SecurityPoint, type SecuritySection } from './security-points.ts';
import { accountTexts } from './texts.ts';

/** Focuses the heading of a section; the URL stays, so that Back leaves the page. */
const goTo = (event: MouseEvent, section: SecuritySection) => {
  const heading = document.getElementById(section)?.querySelector<HTMLElement>('h2');
  if (!heading) return;
  event.preventDefault();
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  heading.scrollIntoView({ block: 'start' });
};

/**
 * True until every query has loaded or failed, because content below the check-up would shift. A retry keeps it shown.
 */
export const useSecurityWaits = (): boolean => {
  const all = [useListPasskeysQuery(), useListSessionsQuery(), useListSignInsQuery(), useListIdentitiesQuery()];
  return all.some(({ data, error }) => data === undefined && error === undefined);
};

/** The good points of the sign-in and those to improve, each with the section where it is changed. */
export function SecurityCheck({ account }: { account: Account }) {
  const { t } = useTexts(accountTexts);
  const [passkeys, sessions] = [useListPasskeysQuery(), useListSessionsQuery()];
  const [signIns, identities] = [useListSignInsQuery(), useListIdentitiesQuery()];
  const facts = {
    account,
    passkeys: passkeys.data,
    sessions: sessions.data,
    signIns: signIns.data,
    identities: identities.data,
  };
  const points = securityPoints(facts, Date.parse(serverNow()));
  const open = points.filter(({ good }) => !good).length;
  const missing = [passkeys, sessions, signIns, identities].filter(({ data }) => data === undefined);
  const problem = missing.find(({ error }) => error)?.error;
  return (
    <Section title={t('account.check.title')}>
      <Card>
        <Stack gap={4}>
          {(open > 0 || missing.length === 0) && (
            <Text as="p" tone="muted">
              {open > 0 ? t('account.check.open', { count: open }) : t('account.check.well')}
            </Text>
          )}
          {missing.length > 0 && (
            <LoadFailed problem={problem} onRetry={() => Promise.all(missing.map(({ refetch }) => refetch()))}>
              {t('account.check.missing')}
            </LoadFailed>
          )}
          <CheckList
            words={{ done: t('account.check.good'), open: t('account.check.better') }}
            items={points.map((point) => ({
              key: point.key,
              done: point.good,
              label: <Line point={point} />,
              action: (
                <TextLink
                  to={`#${point.section}`}
                  onClick={(event) => goTo(event, point.section)}
                  aria-label={`${t('account.check.look')}: ${t(`account.check.sections.${point.section}`)}`}
                >
                  {t('account.check.look')}
                </TextLink>
              ),
            }))}
          />
        </Stack>
      </Card>
    </Section>
  );
}

function Line({ point: { key, values } }: { point: SecurityPoint }) {
  const { t } = useTexts(accountTexts);
  const format = useFormat();
  const { count = 0, most = 0, names = [], moment } = values ?? {};
  return t(`account.check.points.${key}`, {
    count,
    most,
    names: names.map((name) => name || t('account.sessions.unknownDevice')).join('; '),
    day: moment ? format.dayLong(moment) : '',
  });
}
