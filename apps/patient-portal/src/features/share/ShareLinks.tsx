// @bundle route
import { useState } from 'react';
import { useEndShareLinkMutation, useListShareLinksQuery } from '@konsil/api/shares';
import { LoadFailed, useAction, Waiting } from '@konsil/common';
import type { ShareLink } from '@konsil/contracts/shares';
import { useCommon, useFormat, useTexts } from '@konsil/i18n';
import { Button, ConfirmDialog, List, ListRow, PlaceInDocumentIcon, Stack, Text } from '@konsil/ui';
import { PastLinks } from './share-parts.ts';
import { shareTexts } from './texts.ts';

/** The sealed links of the account, of one person or of one case; those that still open can be ended. */
export function ShareLinks({ caseId, patientId }: { caseId?: string; patientId?: string }) {
  const { t } = useTexts(shareTexts);
  const { t: common } = useCommon();
  const { data, error, refetch } = useListShareLinksQuery();
  const [end, { isLoading }] = useEndShareLinkMutation();
  const [asking, setAsking] = useState<ShareLink | null>(null);
  const act = useAction();
  if (!data) return error ? <LoadFailed problem={error} onRetry={refetch} /> : <Waiting rows={1} />;

  const links = data.filter(
    (link) => (!caseId || link.case_id === caseId) && (!patientId || link.patient_id === patientId),
  );
  const [open, past] = [links.filter((link) => !link.ended_at), links.filter((link) => link.ended_at)];
  const rows = (some: readonly ShareLink[]) => (
    <List>
      {some.map((link) => (
        <LinkRow key={link.id} link={link} named={!caseId} onEnd={() => setAsking(link)} />
      ))}
    </List>
  );
  const confirm = async () => {
    if (asking) await act(end(asking.id).unwrap(), { text: t('list.done') });
    setAsking(null);
  };
  return (
    <Stack gap={3}>
      {open.length > 0 && rows(open)}
      {open.length === 0 && (
        <Text as="p" tone="muted">
          {links.length > 0 ? t('list.none') : t(caseId || patientId ? 'list.text' : 'list.empty')}
        </Text>
      )}
      {past.length > 0 && (
        <PastLinks>
          <summary>{t('list.past', { count: past.length })}</summary>
          {rows(past)}
        </PastLinks>
      )}
      <ConfirmDialog
        open={asking !== null}
        tone="danger"
        title={t('list.askTitle', { label: asking?.label ?? '' })}
        confirmLabel={t('list.end')}
        cancelLabel={common('words.cancel')}
        busy={isLoading}
        onCancel={() => setAsking(null)}
        onConfirm={() => void confirm()}
      >
        {t('list.askText')}
      </ConfirmDialog>
    </Stack>
  );
}

function LinkRow({ link, named, onEnd }: { link: ShareLink; named: boolean; onEnd: () => void }) {
  const { t } = useTexts(shareTexts);
  const format = useFormat();
  const { content, label, ended_at: ended, ended_by: by, expires_at: until, openings, last_opened_at: last } = link;
  const contains = [
    content.answers > 0 && t('list.answers', { count: content.answers }),
    content.summary && t('list.summary'),
    content.documents > 0 && t('list.documents', { count: content.documents }),
    content.images > 0 && t('list.images', { count: content.images }),
  ].filter((part) => part !== false);
  const state =
    ended && by
      ? t(`list.ended.${by}`, { day: format.day(ended) })
      : t(link.one_time ? 'list.untilOnce' : 'list.until', { day: format.day(until) });
  const used =
    last && openings > 0
      ? t('list.opened', { count: openings, moment: format.momentWithin(last), name: link.recipients[0]?.name ?? '' })
      : t('list.unopened');
  const lines = [
    named && link.case_name,
    format.list(contains),
    [state, link.has_passcode && t('list.passcode')].filter(Boolean).join(', '),
    used,
  ].filter((line) => typeof line === 'string');
  return (
    <ListRow
      icon={<PlaceInDocumentIcon />}
      title={label}
      detail={lines.map((line, at) => (
        <span key={at}>
          {line}
          <br />
        </span>
      ))}
    >
      {!ended && (
        <Button variant="secondary" size="small" aria-label={t('list.endLabel', { label })} onClick={onEnd}>
          {t('list.end')}
        </Button>
      )}
    </ListRow>
  );
}
