import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useListIdentitiesQuery } from '@konsil/api/identities';
import { LoadFailed, Waiting } from '@konsil/common';
import type { Identities, Identity } from '@konsil/contracts/identities';
import { useFormat, useTexts } from '@konsil/i18n';
import { usePortal } from '@konsil/portal-frame';
import { Alert, Button, Card, List, ListRow, Section, Stack, Text } from '@konsil/ui';
import { LinkIdentity, RemoveIdentity } from './IdentityForms.tsx';
import { providerTexts } from './texts.ts';

type Open = { form: 'link'; id: string } | { form: 'remove'; id: string } | null;

const failures: Partial<Record<string, 'refused' | 'othersIdentity' | 'otherIdentity'>> = {
  AccessDenied: 'refused',
  OAuthAccountNotLinked: 'othersIdentity',
  OAuthCreateAccount: 'otherIdentity',
};

/** The outcome of linking, which the provider's callback puts into the page's URL. */
function Outcome() {
  const { t } = useTexts(providerTexts);
  const [query] = useSearchParams();
  const error = query.get('error');
  if (query.has('linked')) return <Alert tone="success">{t('linked')}</Alert>;
  return error && <Alert tone="danger">{t(failures[error] ?? 'failed')}</Alert>;
}

function LinkedRow({
  identity: { name, created_at, last_used_at, removable },
  onRemove,
}: {
  identity: Identity;
  onRemove: () => void;
}) {
  const { t } = useTexts(providerTexts);
  const format = useFormat();
  const since = format.moment(created_at);
  const times = last_used_at ? t('used', { since, used: format.moment(last_used_at) }) : t('since', { since });
  return (
    <ListRow
      title={name}
      detail={removable ? times : t('kept', { times })}
      actions={
        removable && (
          <Button variant="quiet" size="small" aria-label={t('removeLabel', { name })} onClick={onRemove}>
            {t('remove')}
          </Button>
        )
      }
    />
  );
}

function Rows({ identities: { linked, available }, onOpen }: { identities: Identities; onOpen: (open: Open) => void }) {
  const { t } = useTexts(providerTexts);
  return (
    <List>
      {linked.map((identity) => (
        <LinkedRow key={identity.id} identity={identity} onRemove={() => onOpen({ form: 'remove', id: identity.id })} />
      ))}
      {available.map(({ id, name }) => (
        <ListRow
          key={id}
          title={name}
          detail={t('notLinked')}
          actions={
            <Button
              variant="quiet"
              size="small"
              aria-label={t('linkLabel', { name })}
              onClick={() => onOpen({ form: 'link', id })}
            >
              {t('link')}
            </Button>
          }
        />
      ))}
    </List>
  );
}

/** The account's identities at other services: linked ones, and those that could be. Nothing without any. */
export function IdentitiesSection() {
  const { t } = useTexts(providerTexts);
  const { config } = usePortal();
  const { data, error, refetch } = useListIdentitiesQuery();
  const [open, setOpen] = useState<Open>(null);
  const [news, setNews] = useState<string>();
  const show = (next: Open) => {
    setNews(undefined);
    setOpen(next);
  };
  const done = (said?: string) => {
    setNews(said);
    setOpen(null);
  };
  const empty = data ? data.linked.length + data.available.length === 0 : !error && !config.providers;
  if (empty && !news) return null;
  const removed = open?.form === 'remove' ? data?.linked.find(({ id }) => id === open.id) : undefined;
  const added = open?.form === 'link' ? data?.available.find(({ id }) => id === open.id) : undefined;
  return (
    <Section id="identities" title={t('title')}>
      <Stack gap={4}>
        <Text as="p" tone="muted">
          {t('lead')}
        </Text>
        {!news && !open && <Outcome />}
        {!data && !error && <Waiting rows={1} label={t('loading')} />}
        {!data && error && <LoadFailed problem={error} onRetry={refetch} />}
        {data && !empty && <Rows identities={data} onOpen={show} />}
        {added && (
          <Card>
            <LinkIdentity key={added.id} provider={added} done={done} />
          </Card>
        )}
        {removed && (
          <Card>
            <RemoveIdentity key={removed.id} identity={removed} done={done} />
          </Card>
        )}
        {news && <Alert tone="success">{news}</Alert>}
      </Stack>
    </Section>
  );
}
