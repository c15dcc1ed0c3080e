// @bundle route
import { useState } from 'react';
import { useEndAppMutation, useLaunchAppMutation, useListAppsQuery } from '@konsil/api/patient-apps';
import { problemOf } from '@konsil/api/problem';
import { LoadFailed, useAction, Waiting } from '@konsil/common';
import { fullName } from '@konsil/contracts/full-name';
import type { AllowedApp } from '@konsil/contracts/patient-apps';
import { problemText, useCommon, useFormat, useTexts } from '@konsil/i18n';
import { Button, ConfirmDialog, List, ListRow, Row, Stack, Text, useToast } from '@konsil/ui';
import { appTexts } from './texts.ts';

interface Props {
  /** Leads to the app. */
  leave?: (url: string) => void;
}

/** The apps that may read for the account's persons. Each can be ended at once, and some can be opened. */
export function AllowedApps({ leave = (url) => window.location.assign(url) }: Props) {
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
            <AppRow key={app.id} app={app} leave={leave} onEnd={() => setAsking(app)} />
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

function AppRow({ app, leave, onEnd }: Required<Props> & { app: AllowedApp; onEnd: () => void }) {
  const { t } = useTexts(appTexts);
  const [launch, { isLoading: opening }] = useLaunchAppMutation();
  const { t: common } = useCommon();
  const toast = useToast();
  const format = useFormat();
  const { name, operator, patient, reads, since, until, last_used_at: used } = app;
  const person = fullName(patient);
  const open = async () => {
    try {
      leave((await launch(app.id).unwrap()).url);
    } catch (failure) {
      toast({ tone: 'danger', text: problemText(common, problemOf(failure)) });
    }
  };
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
        <Row>
          {app.can_open && (
            <Button
              variant="secondary"
              size="small"
              busy={opening}
              aria-label={t('list.openNamed', { name, person })}
              onClick={() => void open()}
            >
              {t('list.open')}
            </Button>
          )}
          <Button variant="secondary" size="small" aria-label={t('list.endNamed', { name, person })} onClick={onEnd}>
            {t('list.end')}
          </Button>
        </Row>
      </Stack>
    </ListRow>
  );
}
