import { useState } from 'react';
import type { Passkey } from '@konsil/contracts/passkeys';
import { useListPasskeysQuery } from '@konsil/api/passkeys';
import { LoadFailed, Waiting } from '@konsil/common';
import { useFormat, useTexts } from '@konsil/i18n';
import { Alert, Badge, Button, Card, List, ListRow, Row, Section, Stack, Text } from '@konsil/ui';
import { AddPasskey, RemovePasskey, RenamePasskey } from './PasskeyForms.tsx';
import { passkeyTexts } from './texts.ts';

/** The open form: for a new passkey, or for one that exists. */
type Open = { form: 'add' } | { form: 'rename' | 'remove'; id: string } | null;

function PasskeyRow({ passkey, onOpen }: { passkey: Passkey; onOpen: (form: 'rename' | 'remove') => void }) {
  const { t } = useTexts(passkeyTexts);
  const format = useFormat();
  const { name } = passkey;
  const created = format.moment(passkey.created_at);
  return (
    <ListRow
      title={name}
      detail={
        passkey.last_used_at
          ? t('used', { created, used: format.moment(passkey.last_used_at) })
          : t('created', { created })
      }
      state={passkey.synced && <Badge>{t('synced')}</Badge>}
      actions={
        <Row gap={2}>
          <Button variant="quiet" size="small" aria-label={t('renameLabel', { name })} onClick={() => onOpen('rename')}>
            {t('rename')}
          </Button>
          <Button variant="quiet" size="small" aria-label={t('removeLabel', { name })} onClick={() => onOpen('remove')}>
            {t('remove')}
          </Button>
        </Row>
      }
    />
  );
}

/** The account's passkeys: several, named, each removable. */
export function PasskeysSection() {
  const { t } = useTexts(passkeyTexts);
  const { data: passkeys, error, refetch } = useListPasskeysQuery();
  const [open, setOpen] = useState<Open>(null);
  const [news, setNews] = useState<string>();
  const done = (said?: string) => {
    setNews(said);
    setOpen(null);
  };
  const show = (next: Open) => {
    setNews(undefined);
    setOpen(next);
  };
  const chosen = open && 'id' in open ? passkeys?.find(({ id }) => id === open.id) : undefined;
  return (
    <Section
      id="passkeys"
      title={t('title')}
      action={
        open === null && (
          <Button variant="secondary" size="small" onClick={() => show({ form: 'add' })}>
            {t('add')}
          </Button>
        )
      }
    >
      <Stack gap={4}>
        <Text as="p" tone="muted">
          {t('lead')} {t('recovery')}
        </Text>
        {!passkeys && !error && <Waiting rows={1} label={t('loading')} />}
        {!passkeys && error && <LoadFailed problem={error} onRetry={refetch} />}
        {passkeys?.length === 0 && !open && <p>{t('none')}</p>}
        {passkeys && passkeys.length > 0 && (
          <List>
            {passkeys.map((passkey) => (
              <PasskeyRow key={passkey.id} passkey={passkey} onOpen={(form) => show({ form, id: passkey.id })} />
            ))}
          </List>
        )}
        {open && (
          <Card>
            {open.form === 'add' && <AddPasskey done={done} />}
            {open.form === 'rename' && chosen && <RenamePasskey key={chosen.id} passkey={chosen} done={done} />}
            {open.form === 'remove' && chosen && <RemovePasskey key={chosen.id} passkey={chosen} done={done} />}
          </Card>
        )}
        {news && <Alert tone="success">{news}</Alert>}
      </Stack>
    </Section>
  );
}
