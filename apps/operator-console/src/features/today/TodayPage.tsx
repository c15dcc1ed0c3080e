import { Loaded } from '@konsil/portal-frame';
import { useConsoleTodayQuery } from '@konsil/api/console';
import type { Today } from '@konsil/contracts/console';
import { formatMomentWithin, formatNumber, formatTime, useLocale, useTexts } from '@konsil/i18n';
import { Button, Page, PageTitle, RetryIcon, Row, Stack, Text, Tiles } from '@konsil/ui';
import { frameTexts } from '../../app/texts';
import { Sealed } from './Sealed';
import { Lamp } from './Lamp';
import { Sum } from './Sum';
import { todayTexts } from './texts';

// As often as a metrics server would ask.
const againMs = 60_000;

/** The state of the installation: lights, cases, answer times, e-mails and SMS. */
export default function TodayPage() {
  const { t } = useTexts(todayTexts);
  const result = useConsoleTodayQuery(undefined, { pollingInterval: againMs, skipPollingIfUnfocused: true });
  return (
    <Loaded result={result} width="wide" label={t('loading')} failed={t('failed')}>
      {(today) => <State today={today} busy={result.isFetching} onRefresh={() => void result.refetch()} />}
    </Loaded>
  );
}

function State({ today, busy, onRefresh }: { today: Today; busy: boolean; onRefresh: () => void }) {
  const { t } = useTexts(todayTexts);
  const { t: f } = useTexts(frameTexts);
  const locale = useLocale();
  const days = (value: number | null) =>
    value === null ? '–' : t('days', { days: formatNumber(Math.round(value * 10) / 10, locale) });
  const troubled = today.lights.filter(({ state }) => state !== 'ok').length;
  return (
    <Page width="wide">
      <PageTitle lead={t('asOf', { at: formatTime(today.at, locale) })}>{t('title')}</PageTitle>
      <Stack gap={5}>
        <Sealed>{f('sealed')}</Sealed>
        <section aria-labelledby="lights">
          <Stack gap={3}>
            <Row justify="between" align="center">
              <h2 id="lights">{t('lights.title')}</h2>
              <Button variant="secondary" size="small" icon={<RetryIcon />} busy={busy} onClick={onRefresh}>
                {t('refresh')}
              </Button>
            </Row>
            <p role="status">{troubled === 0 ? t('lights.allWell') : t('lights.troubled', { count: troubled })}</p>
            <Tiles as="ul">
              {today.lights.map((light) => (
                <li key={light.kind}>
                  <Lamp light={light} />
                </li>
              ))}
            </Tiles>
          </Stack>
        </section>
        <Tiles tile="large">
          <Sum
            title={t('cases.title')}
            figures={[
              { label: t('cases.open'), value: formatNumber(today.cases.open, locale) },
              {
                label: t('cases.overdue'),
                value: formatNumber(today.cases.overdue, locale),
                late: today.cases.overdue > 0,
              },
            ]}
            foot={t('cases.foot')}
          />
          <Sum
            title={t('answers.title')}
            figures={[
              { label: t('answers.half'), value: days(today.answers.half_days) },
              { label: t('answers.most'), value: days(today.answers.most_days) },
            ]}
            foot={t('answers.foot', { count: today.answers.count })}
          />
          {today.letters.map(({ channel, waiting, failed, oldest_at: oldest }) => (
            <Sum
              key={channel}
              title={t(`letters.${channel}`)}
              figures={[
                { label: t('letters.waiting'), value: formatNumber(waiting, locale) },
                { label: t('letters.failed'), value: formatNumber(failed, locale), late: failed > 0 },
              ]}
              foot={oldest ? t('letters.oldest', { at: formatMomentWithin(oldest, locale) }) : t('letters.none')}
            />
          ))}
        </Tiles>
        <Text tone="muted">{t('uploads', { count: today.uploads_waiting })}</Text>
      </Stack>
    </Page>
  );
}
