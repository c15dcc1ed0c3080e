import { useGetDocumentHistoryQuery } from '@konsil/api/documents';
import { codeOf, medicalKindLabels, sourceKindLabels } from '@konsil/contracts/codes';
import { useFormat, useTexts } from '@konsil/i18n';
import { Alert, Button, DefinitionList, ListSkeleton, Stack, Text } from '@konsil/ui';
import { useState } from 'react';
import { documentTexts } from '../texts';
import { useDescription } from './description';

/** What the details said before they were corrected; fetched when somebody wants to know. */
export function DocumentHistory({ documentId }: { documentId: string }) {
  const { t } = useTexts(documentTexts);
  const [open, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{t('details.history')}</summary>
      {open && <Versions documentId={documentId} />}
    </details>
  );
}

function Versions({ documentId }: { documentId: string }) {
  const { t } = useTexts(documentTexts);
  const format = useFormat();
  const describe = useDescription();
  const { data: versions, isError, refetch } = useGetDocumentHistoryQuery(documentId);
  if (isError) return <Alert tone="danger" action={<Button variant="secondary" onClick={() => void refetch()}>{t('viewer.retry')}</Button>}>{t('list.failed')}</Alert>;
  if (!versions) return <ListSkeleton label={t('list.loading')} rows={2} />;
  if (versions.length === 0) return <p>{t('details.historyEmpty')}</p>;
  return (
    <Stack as="ol" gap={4}>
      {versions.map(({ version, changed_at, changed_by, ...labels }) => (
        <li key={version}>
          <Text as="p" size="small" tone="muted">{t('details.changedBy', { name: changed_by, when: format.moment(changed_at) })}</Text>
          <DefinitionList
            items={describe({
              ...labels,
              medical_kind_code: codeOf(medicalKindLabels, labels.document_medical_kind)?.code ?? null,
              source_kind_code: codeOf(sourceKindLabels, labels.source_kind)?.code ?? null,
            })}
          />
        </li>
      ))}
    </Stack>
  );
}
