import { useState } from 'react';
import { useConsoleMeQuery } from '@konsil/api/console';
import { useConsoleLimitsQuery } from '@konsil/api/console-limits';
import type { ConsoleLimit } from '@konsil/contracts/console-limits';
import { nearlyReached, type QuotaSetting } from '@konsil/contracts/quota-settings';
import { useFormat, useTexts } from '@konsil/i18n';
import { Badge, Button, List, ListRow, Page, PageTitle, RetryIcon, Section, Stack, Text } from '@konsil/ui';
import { Loaded } from '@konsil/portal-frame';
import { ChangeLimit } from './ChangeLimit';
import { useLimitWords } from './limit-words';
import { limitsTexts } from './texts';

function LimitRow({ limit, onChange }: { limit: ConsoleLimit; onChange: (() => void) | undefined }) {
  const { t } = useTexts(limitsTexts);
  const format = useFormat();
  const { nameOf, sizeOf, usedOf } = useLimitWords();
  const { setting, size, share, source, changed_at: changedAt, changed_by: changedBy } = limit;
  const isNear = share !== null && share >= nearlyReached;
  const details = [
    sizeOf(limit, size),
    usedOf(limit),
    changedAt && t('changedBy', { name: changedBy, at: format.momentWithin(changedAt) }),
    setting,
  ];
  return (
    <ListRow
      title={nameOf(setting)}
      detail={details.filter(Boolean).join(' · ')}
      state={
        isNear ? (
          <Badge tone="danger">{t(share >= 1 ? 'reached' : 'near')}</Badge>
        ) : (
          source === 'console' && <Badge tone="success">{t('changedHere')}</Badge>
        )
      }
      {...(onChange && {
        actions: (
          <Button
            variant="secondary"
            size="small"
            aria-label={t('changeOf', { name: nameOf(setting) })}
            onClick={onChange}
          >
            {t('change')}
          </Button>
        ),
      })}
    />
  );
}

/** Limits with their use now, to be changed with the permission for it; trusted networks are changed on the server only. */
export default function LimitsPage() {
  const { t } = useTexts(limitsTexts);
  const format = useFormat();
  const result = useConsoleLimitsQuery();
  const { data: me } = useConsoleMeQuery();
  const [changing, setChanging] = useState<QuotaSetting | null>(null);
  const mayChange = me?.permissions.includes('quotas') ?? false;
  return (
    <Loaded result={result} label={t('loading')} failed={t('failed')}>
      {({ limits, factor, trusted_networks: networks, sms_countries: countries }) => {
        const changed = limits.find(({ setting }) => setting === changing);
        return (
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
                  {limits.map((limit) => (
                    <LimitRow
                      key={limit.setting}
                      limit={limit}
                      onChange={mayChange ? () => setChanging(limit.setting) : undefined}
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
            {changed && <ChangeLimit key={changed.setting} limit={changed} onClose={() => setChanging(null)} />}
          </Page>
        );
      }}
    </Loaded>
  );
}
