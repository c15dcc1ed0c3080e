import { useEndSystemMutation, useListSystemsQuery } from '@konsil/api/systems';
import { LoadFailed, useAction, Waiting } from '@konsil/common';
import type { ActingSystem } from '@konsil/contracts/systems';
import { useCommon, useFormat, useTexts } from '@konsil/i18n';
import { Button, ConfirmDialog, List, ListRow, Section } from '@konsil/ui';
import { useState } from 'react';
import { systemTexts } from './texts';

const permissionsFor = (scopes: readonly string[], type: string): string =>
  scopes
    .map((scope) => /^system\/([^.]+)\.([cruds]+)$/.exec(scope))
    .filter((parts) => parts?.[1] === '*' || parts?.[1] === type)
    .map((parts) => parts?.[2] ?? '')
    .join('');

/** The other systems that act for the doctor: what they may do, since when, and the last use. */
export function SystemsSection({ id }: { id?: string }) {
  const { t } = useTexts(systemTexts);
  const { data: systems, error, refetch } = useListSystemsQuery();
  return (
    <Section id={id} title={t('title')}>
      <p>{t('lead')}</p>
      {!systems && !error && <Waiting label={t('loading')} rows={2} />}
      {!systems && error && (
        <LoadFailed problem={error} onRetry={refetch}>
          {t('failed')}
        </LoadFailed>
      )}
      {systems?.length === 0 && <p>{t('none')}</p>}
      {systems && systems.length > 0 && (
        <List>
          {systems.map((system) => (
            <SystemRow key={system.id} system={system} />
          ))}
        </List>
      )}
    </Section>
  );
}

function SystemRow({ system: { id, name, clinic, scopes, since, last_used_at: used } }: { system: ActingSystem }) {
  const { t } = useTexts(systemTexts);
  const { t: common } = useCommon();
  const format = useFormat();
  const act = useAction();
  const [end, ending] = useEndSystemMutation();
  const [asking, setAsking] = useState(false);
  const read = scopes.flatMap((scope) => /^system\/(\w+)\.[cud]*(?:r|s)/.exec(scope)?.[1] ?? []);
  const what = [
    /[rs]/.test(permissionsFor(scopes, '')) ? t('all') : read.length > 0 && t('some', { types: read.join(', ') }),
    permissionsFor(scopes, 'ServiceRequest').includes('c') && t('prepare'),
    permissionsFor(scopes, 'ImagingStudy').includes('c') && t('images'),
    permissionsFor(scopes, 'Subscription').includes('c') && t('notify'),
  ].filter(Boolean);
  return (
    <>
      <ListRow
        title={name}
        detail={[
          t('may', { what: what.join('; ') || t('scopes', { scopes: scopes.join(' ') }) }),
          t('since', { day: format.day(since) }),
          ...(clinic ? [t('clinic', { clinic })] : []),
          used ? t('used', { moment: format.moment(used) }) : t('unused'),
        ].join(' · ')}
        actions={
          <Button
            variant="quiet"
            size="small"
            busy={ending.isLoading}
            aria-label={t('endNamed', { name })}
            onClick={() => setAsking(true)}
          >
            {t('end')}
          </Button>
        }
      />
      <ConfirmDialog
        open={asking}
        title={t('endTitle', { name })}
        confirmLabel={t('end')}
        cancelLabel={common('words.cancel')}
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          void act(end(id).unwrap(), { text: t('ended') });
        }}
      >
        {t('endText')}
      </ConfirmDialog>
    </>
  );
}
