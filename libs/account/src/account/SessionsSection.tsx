import type { Session } from '@konsil/contracts/accounts';
import { useEndOtherSessionsMutation, useEndSessionMutation, useListSessionsQuery } from '@konsil/api/account';
import { LoadFailed, useAction, Waiting } from '@konsil/common';
import { useFormat, useTexts } from '@konsil/i18n';
import { Badge, Button, List, ListRow, Section, Text } from '@konsil/ui';
import { accountTexts } from './texts.ts';
import { useSessionLifetimes } from './use-session-lifetimes.ts';

function SessionRow({
  session: { device: named, current, created_at, last_seen_at },
  onEnd,
}: {
  session: Session;
  onEnd: () => void;
}) {
  const { t } = useTexts(accountTexts);
  const format = useFormat();
  const device = named || t('account.sessions.unknownDevice');
  const since = format.moment(created_at);
  return (
    <ListRow
      title={device}
      detail={t('account.sessions.since', { since, seen: format.moment(last_seen_at) })}
      state={current && <Badge>{t('account.sessions.current')}</Badge>}
      actions={
        !current && (
          <Button
            variant="quiet"
            size="small"
            aria-label={t('account.sessions.endLabel', { device, since })}
            onClick={onEnd}
          >
            {t('account.sessions.end')}
          </Button>
        )
      }
    />
  );
}

/** The account's sessions by device and time, the current one first; each can be ended. */
export function SessionsSection() {
  const { t } = useTexts(accountTexts);
  const act = useAction();
  const { data: sessions, error, refetch } = useListSessionsQuery();
  const [end] = useEndSessionMutation();
  const lifetimes = useSessionLifetimes();
  const [endOthers, { isLoading }] = useEndOtherSessionsMutation();

  const ownFirst = sessions?.toSorted((one, other) => Number(other.current) - Number(one.current));
  const others = sessions?.some(({ current }) => !current) && (
    <Button
      variant="secondary"
      size="small"
      busy={isLoading}
      onClick={() => void act(endOthers().unwrap(), { text: t('account.sessions.othersEnded') })}
    >
      {t('account.sessions.endOthers')}
    </Button>
  );

  return (
    <Section id="sessions" title={t('account.sessions.title')} action={others}>
      {lifetimes && (
        <Text as="p" tone="muted">
          {t('account.sessions.lasting', lifetimes)}
        </Text>
      )}
      {!sessions && !error && <Waiting rows={2} label={t('account.sessions.loading')} />}
      {!sessions && error && <LoadFailed problem={error} onRetry={refetch} />}
      {ownFirst && (
        <List>
          {ownFirst.map((session) => (
            <SessionRow
              key={session.id}
              session={session}
              onEnd={() => void act(end(session.id).unwrap(), { text: t('account.sessions.ended') })}
            />
          ))}
        </List>
      )}
    </Section>
  );
}
