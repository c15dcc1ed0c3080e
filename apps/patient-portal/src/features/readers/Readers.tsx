// @bundle route
import { lazy, Suspense, useState } from 'react';
import { useEndReaderMutation, useListReadersQuery } from '@konsil/api/readers';
import { LoadFailed, useAction, Waiting } from '@konsil/common';
import { readableAddress } from '@konsil/contracts/mail-address';
import type { Reader } from '@konsil/contracts/reader-states';
import { useCommon, useFormat, useTexts } from '@konsil/i18n';
import { Badge, Button, ConfirmDialog, List, ListRow, PersonIcon, PersonNewIcon, Row, Stack, Text } from '@konsil/ui';
import { PastLinks } from '../share/share-parts.ts';
import { readerTexts } from './texts.ts';

const ChangeRole = lazy(async () => ({ default: (await import('./ChangeRole.tsx')).ChangeRole }));
const InviteReader = lazy(async () => ({ default: (await import('./InviteReader.tsx')).InviteReader }));

/** The relatives who may see a person's record or act for them, open invitations, and earlier ones. */
export function Readers({ patientId, name }: { patientId: string; name: string }) {
  const { t } = useTexts(readerTexts);
  const { t: common } = useCommon();
  const act = useAction();
  const { data, error, refetch } = useListReadersQuery(patientId);
  const [end, { isLoading }] = useEndReaderMutation();
  const [asking, setAsking] = useState<Reader | null>(null);
  const [inviting, setInviting] = useState(false);
  const [changing, setChanging] = useState<Reader | null>(null);
  const [current, past] = [
    data?.filter(({ state }) => state !== 'ended') ?? [],
    data?.filter(({ state }) => state === 'ended') ?? [],
  ];
  const nameOf = useReaderName();
  const confirm = async () => {
    if (asking) await act(end(asking.id).unwrap(), { text: t('owner.ended') });
    setAsking(null);
  };
  const stop = (reader: Reader) => {
    // An invitation that was not accepted is taken back without a question.
    if (reader.state === 'open') setAsking(reader);
    else
      void act(end(reader.id).unwrap(), { text: t(reader.state === 'invited' ? 'owner.tookBack' : 'owner.removed') });
  };
  const list = () => {
    if (!data)
      return error ? (
        <LoadFailed problem={error} onRetry={refetch}>
          {t('owner.failed')}
        </LoadFailed>
      ) : (
        <Waiting label={t('owner.loading')} rows={1} />
      );
    if (current.length === 0)
      return (
        <Text as="p" tone="muted">
          {t('owner.none')}
        </Text>
      );
    return (
      <List>
        {current.map((reader) => (
          <ReaderRow key={reader.id} reader={reader} onEnd={() => stop(reader)} onChange={() => setChanging(reader)} />
        ))}
      </List>
    );
  };
  return (
    <Stack gap={3}>
      <h3>{t('owner.title')}</h3>
      {list()}
      {past.length > 0 && (
        <PastLinks>
          <summary>{t('owner.past', { count: past.length })}</summary>
          <List>
            {past.map((reader) => (
              <ReaderRow key={reader.id} reader={reader} />
            ))}
          </List>
        </PastLinks>
      )}
      <Row>
        <Button variant="secondary" size="small" icon={<PersonNewIcon />} onClick={() => setInviting(true)}>
          {t('owner.invite')}
        </Button>
      </Row>
      {changing && (
        <Suspense>
          <ChangeRole reader={changing} name={nameOf(changing)} person={name} onClose={() => setChanging(null)} />
        </Suspense>
      )}
      {inviting && (
        <Suspense>
          <InviteReader patientId={patientId} name={name} onClose={() => setInviting(false)} />
        </Suspense>
      )}
      <ConfirmDialog
        open={asking !== null}
        tone="danger"
        title={t('owner.endTitle', { name: asking ? nameOf(asking) : '' })}
        confirmLabel={t('owner.end')}
        cancelLabel={common('words.cancel')}
        busy={isLoading}
        onCancel={() => setAsking(null)}
        onConfirm={() => void confirm()}
      >
        {t('owner.endText', { name: asking ? nameOf(asking) : '' })}
      </ConfirmDialog>
    </Stack>
  );
}

/** Before somebody accepts, they are known by their address only. */
const useReaderName = () => {
  const { t } = useTexts(readerTexts);
  return ({ name, email }: Reader) => name ?? (email ? readableAddress(email) : t('owner.gone'));
};

const stopWords = {
  invited: ['owner.takeBack', 'owner.takeBackLabel'],
  expired: ['owner.remove', 'owner.removeLabel'],
  open: ['owner.end', 'owner.endLabel'],
} as const;

function ReaderRow({ reader, onEnd, onChange }: { reader: Reader; onEnd?: () => void; onChange?: () => void }) {
  const { t } = useTexts(readerTexts);
  const format = useFormat();
  const name = useReaderName()(reader);
  const { state, role, expires_at: expires, since, until, ended_at: ended } = reader;
  const said = () => {
    const from = since ? format.day(since) : '';
    if (state === 'invited') return t('owner.invited', { day: format.day(expires) });
    if (state === 'expired') return t('owner.expired');
    if (state === 'ended') return t('owner.was', { since: from, until: format.day(ended ?? until ?? expires) });
    return until ? t('owner.until_since', { since: from, until: format.day(until) }) : t('owner.since', { day: from });
  };
  return (
    <ListRow
      icon={<PersonIcon />}
      title={name}
      detail={said()}
      state={role === 'act' && <Badge>{t(state === 'ended' ? 'owner.acted' : 'owner.acts')}</Badge>}
    >
      {onEnd && state !== 'ended' && (
        <Row gap={2}>
          {state !== 'expired' && (
            <Button
              variant="secondary"
              size="small"
              aria-label={t(role === 'see' ? 'owner.letActLabel' : 'owner.onlySeeLabel', { name })}
              onClick={onChange}
            >
              {t(role === 'see' ? 'owner.letAct' : 'owner.onlySee')}
            </Button>
          )}
          <Button variant="secondary" size="small" aria-label={t(stopWords[state][1], { name })} onClick={onEnd}>
            {t(stopWords[state][0])}
          </Button>
        </Row>
      )}
    </ListRow>
  );
}
