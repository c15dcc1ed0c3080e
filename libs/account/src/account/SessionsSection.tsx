import { problemOf } from '@konsil/api';
import { useEndOtherSessionsMutation, useEndSessionMutation, useListSessionsQuery } from '@konsil/api/account';
import { problemText, useCommon, useFormat, useTexts } from '@konsil/i18n';
import { Alert, Badge, Button, List, ListRow, ListSkeleton, Section, useToast } from '@konsil/ui';
import { accountTexts } from './texts.ts';

/** Where the account is signed in: by device and time, each to be ended. */
export function SessionsSection() {
  const { t } = useTexts(accountTexts);
  const { t: c } = useCommon();
  const format = useFormat();
  const toast = useToast();
  const { data: sessions, error, refetch } = useListSessionsQuery();
  const [end] = useEndSessionMutation();
  const [endOthers, { isLoading }] = useEndOtherSessionsMutation();

  const say = async (call: Promise<unknown>, done: string) => {
    try {
      await call;
      toast({ text: done });
    } catch (failure) {
      toast({ text: problemText(c, problemOf(failure).code), tone: 'danger' });
    }
  };
  const others = sessions?.some(({ current }) => !current) && (
    <Button variant="secondary" size="small" busy={isLoading} onClick={() => void say(endOthers().unwrap(), t('account.sessions.othersEnded'))}>
      {t('account.sessions.endOthers')}
    </Button>
  );

  return (
    <Section title={t('account.sessions.title')} action={others}>
      {!sessions && !error && <ListSkeleton rows={2} label={t('account.sessions.loading')} />}
      {error && (
        <Alert tone="danger" action={<Button variant="secondary" onClick={() => void refetch()}>{c('words.retry')}</Button>}>
          {c('words.loadFailed')}
        </Alert>
      )}
      {sessions && (
        <List>
          {sessions.map(({ id, device, current, created_at, last_seen_at }) => (
            <ListRow
              key={id}
              title={device}
              detail={t('account.sessions.since', { since: format.moment(created_at), seen: format.moment(last_seen_at) })}
              state={current && <Badge>{t('account.sessions.current')}</Badge>}
              actions={!current && (
                <Button variant="quiet" size="small" aria-label={t('account.sessions.endLabel', { device })} onClick={() => void say(end(id).unwrap(), t('account.sessions.ended'))}>
                  {t('account.sessions.end')}
                </Button>
              )}
            />
          ))}
        </List>
      )}
    </Section>
  );
}
