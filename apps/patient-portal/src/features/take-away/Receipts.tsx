import { useState } from 'react';
import { useFileReceiptMutation, useListReceiptsQuery } from '@konsil/api/exchange';
import { problemOf } from '@konsil/api/problem';
import type { FiledReceipt } from '@konsil/contracts/exchange';
import { problemText, useCommon, useFormat, useTexts } from '@konsil/i18n';
import { Alert, Button, DocumentUploadIcon, FileButton, List, ListRow, Row, Section, Text, useToast } from '@konsil/ui';
import { takeAwayTexts } from './texts.ts';

// A receipt is a line of text.
const mostBytes = 8000;

/** Files receipts of installations that took the person's record over, and lists them. */
export function Receipts({ patientId }: { patientId: string }) {
  const { t } = useTexts(takeAwayTexts);
  const { t: common } = useCommon();
  const toast = useToast();
  const { currentData: filed = [], isError, refetch } = useListReceiptsQuery(patientId);
  const [file, { isLoading }] = useFileReceiptMutation();
  const [failure, setFailure] = useState<string | null>(null);
  const choose = async (chosen: File) => {
    setFailure(null);
    if (chosen.size > mostBytes || chosen.size === 0) return setFailure(t('receipts.refusals.foreign'));
    try {
      await file({ id: patientId, body: { receipt: (await chosen.text()).trim() } }).unwrap();
      toast({ text: t('receipts.filed') });
    } catch (error) {
      const problem = problemOf(error);
      const { refused } = (problem.current ?? {}) as { refused?: unknown };
      if (refused === 'known' || refused === 'foreign') setFailure(t(`receipts.refusals.${refused}`));
      else if (problem.code === 'invalid') setFailure(t('receipts.refusals.foreign'));
      else setFailure(problemText(common, problem));
    }
  };
  return (
    <Section title={t('receipts.title')}>
      <Text as="p">{t('receipts.text')}</Text>
      <Row>
        <FileButton
          label={t('receipts.file')}
          icon={<DocumentUploadIcon />}
          input={{ accept: '.jws', disabled: isLoading }}
          onFiles={([chosen]) => chosen && void choose(chosen)}
        />
      </Row>
      {failure !== null && (
        <Alert live tone="danger" title={t('receipts.failed')}>
          {failure}
        </Alert>
      )}
      {isError && (
        <Alert
          tone="danger"
          action={
            <Button variant="secondary" size="small" onClick={() => void refetch()}>
              {t('receipts.retry')}
            </Button>
          }
        >
          {t('receipts.listFailed')}
        </Alert>
      )}
      {filed.length > 0 && (
        <List>
          {filed.map((receipt) => (
            <Filed key={`${receipt.manifest_sha256} ${receipt.key_id}`} receipt={receipt} />
          ))}
        </List>
      )}
    </Section>
  );
}

function Filed({ receipt: { host, taken_at, log, sent_log } }: { receipt: FiledReceipt }) {
  const { t } = useTexts(takeAwayTexts);
  const format = useFormat();
  return (
    <ListRow
      title={t('receipts.row', { host: host || t('receipts.unknownHost'), day: format.day(taken_at) })}
      detail={t('receipts.states', { log, sent: sent_log })}
    />
  );
}
