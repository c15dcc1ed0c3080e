// @bundle route
import { useState } from 'react';
import { useEndAppMutation, useListAppsQuery } from '@konsil/api/patient-apps';
import { LoadFailed, useAction, Waiting } from '@konsil/common';
import { fullName } from '@konsil/contracts/full-name';
import type { AllowedApp } from '@konsil/contracts/patient-apps';
import { useCommon, useFormat, useTexts } from '@konsil/i18n';
import { Button, ConfirmDialog, List, ListRow, Stack, Text } from '@konsil/ui';
import { appTexts } from './texts.ts';

/** The apps that may read for the account's persons. Each can be ended at once. */
export function AllowedApps() {
  const { t } = useTexts(appTexts);
  const { t: common } = useCommon();
  const { data, error, refetch } = useListAppsQuery();
  const [end, { isLoading }] = useEndAppMutation();
  const [asking, setAsking] = useState<AllowedApp | null>(null);
  const act = useAction();
  if (!data)
    return error ? (
      <LoadFailed problem={error} onRetry={refetch}>
        {t('list.failed')}
      </LoadFailed>
    ) : (
      <Waiting label={t('list.loading')} rows={1} />
    );
  const confirm = async () => {
    if (asking) await act(end(asking.id).unwrap(), { text: t('list.ended') });
    setAsking(null);
  };
  return (
    <Stack gap={3}>
      <Text as="p" tone="muted">
        {data.length > 0 ? t('list.lead') : t('list.none')}
      </Text>
      {data.length > 0 && (
        <List>
          {data.map((app) => (
            <AppRow key={app.id} app={app} onEnd={() => setAsking(app)} />
          ))}
        </List>
      )}
      <ConfirmDialog
        open={asking !== null}
        tone="danger"
        title={t('list.endTitle', { name: asking?.name ?? '' })}
        confirmLabel={t('list.end')}
        cancelLabel={common('words.cancel')}
        busy={isLoading}
        onCancel={() => setAsking(null)}
        onConfirm={() => void confirm()}
      >
        {t('list.endText', { person: asking ? fullName(asking.patient) : '' })}
      </ConfirmDialog>
    </Stack>
  );
}

function AppRow({ app, onEnd }: { app: AllowedApp; onEnd: () => void }) {
  const { t } = useTexts(appTexts);
  const format = useFormat();
  const { name, operator, patient, reads, since, until, last_used_at: used } = app;
  const person = fullName(patient);
  return (
    <ListRow
      title={name}
      detail={[
        t('list.by', { operator }),
        t('list.for', { name: person }),
        t('list.since', { day: format.day(since), until: format.day(until) }),
        used ? t('list.used', { moment: format.moment(used) }) : t('list.unused'),
      ].join(' · ')}
    >
      <Stack gap={2}>
        <Text as="p" size="small">
          {t('list.may', { what: reads.map((read) => t(`reads.${read}`)).join('; ') })}
        </Text>
        <div>
          <Button variant="secondary" size="small" aria-label={t('list.endNamed', { name, person })} onClick={onEnd}>
            {t('list.end')}
          </Button>
        </div>
      </Stack>
    </ListRow>
  );
}
