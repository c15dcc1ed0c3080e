import { useConsoleLimitsQuery } from '@konsil/api/console-letters';
import { useFormat, useTexts } from '@konsil/i18n';
import { Badge, Button, List, ListRow, Page, PageTitle, RetryIcon, Section, Stack, Text } from '@konsil/ui';
import { Loaded } from '@konsil/portal-frame';
import { limitsTexts } from './texts';

const periods: Record<number, 'minute' | 'hour' | 'day'> = { 1: 'minute', 60: 'hour', 1440: 'day' };
const periodOf = (minutes: number) => periods[minutes] ?? 'minutes';

/** Limits and trusted networks with the names of their settings; nothing is changed here. */
export default function LimitsPage() {
  const { t } = useTexts(limitsTexts);
  const format = useFormat();
  const result = useConsoleLimitsQuery();
  const nameOf = (setting: string) =>
    ({
      LIMIT_SIGN_UPS_MINUTE: t('names.LIMIT_SIGN_UPS_MINUTE'),
      LIMIT_SIGN_UPS_DAY: t('names.LIMIT_SIGN_UPS_DAY'),
      LIMIT_SIGN_UPS_NETWORK_DAY: t('names.LIMIT_SIGN_UPS_NETWORK_DAY'),
      LIMIT_SIGN_INS_ADDRESS: t('names.LIMIT_SIGN_INS_ADDRESS'),
      LIMIT_SIGN_INS_NETWORK: t('names.LIMIT_SIGN_INS_NETWORK'),
      LIMIT_LINKS_HOUR: t('names.LIMIT_LINKS_HOUR'),
      LIMIT_SMS_ADDRESS_DAY: t('names.LIMIT_SMS_ADDRESS_DAY'),
      LIMIT_SMS_PREFIX_DAY: t('names.LIMIT_SMS_PREFIX_DAY'),
      LIMIT_SMS_DAY: t('names.LIMIT_SMS_DAY'),
    })[setting] ?? setting;
  return (
    <Loaded result={result} label={t('loading')} failed={t('failed')}>
      {({ limits, factor, trusted_networks: networks, sms_countries: countries }) => (
        <Page>
          <PageTitle lead={t('lead')}>{t('title')}</PageTitle>
          <Stack gap={5}>
            <Section
              title={t('limits')}
              action={
                <Button
                  variant="secondary"
                  size="small"
                  icon={<RetryIcon />}
                  busy={result.isFetching}
                  onClick={() => void result.refetch()}
                >
                  {t('refresh')}
                </Button>
              }
            >
              {factor !== 1 && <Text as="p">{t('factor', { factor: format.number(factor) })}</Text>}
              <List>
                {limits.map(({ setting, most, per_minutes: minutes, usual }) => (
                  <ListRow
                    key={setting}
                    title={nameOf(setting)}
                    detail={`${setting} · ${t(`per.${periodOf(minutes)}`, { most: format.number(most), minutes: format.number(minutes) })}`}
                    state={<Badge tone={usual ? 'plain' : 'success'}>{t(usual ? 'usual' : 'set')}</Badge>}
                  />
                ))}
              </List>
            </Section>
            <Section title={t('networks')}>
              <p>{networks.length > 0 ? networks.join(', ') : t('noNetworks')}</p>
            </Section>
            <Section title={t('countries')}>
              <p>{countries.includes('*') ? t('allCountries') : countries.join(', ')}</p>
            </Section>
          </Stack>
        </Page>
      )}
    </Loaded>
  );
}
