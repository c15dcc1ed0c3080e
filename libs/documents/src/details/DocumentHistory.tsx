import { useGetDocumentHistoryQuery } from '@konsil/api/documents';
import { LoadFailed, Waiting } from '@konsil/common';
import { codeOf, medicalKindLabels, sourceKindLabels } from '@konsil/contracts/codes';
import { useFormat, useTexts } from '@konsil/i18n';
import { DefinitionList, Stack, Text } from '@konsil/ui';
import { useState } from 'react';
import { documentTexts } from '../texts';
import { useDescription } from './description';

/** Earlier values of the details; fetched on demand. */
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
  const { data: versions, error, refetch } = useGetDocumentHistoryQuery(documentId);
  if (!versions) return error ? <LoadFailed problem={error} onRetry={refetch} /> : <Waiting rows={2} />;
  if (versions.length === 0) return <p>{t('details.historyEmpty')}</p>;
  return (
    <Stack as="ol" gap={4}>
      {versions.map(({ version, changed_at, changed_by, ...labels }) => (
        <li key={version}>
          <Text as="p" size="small" tone="muted">
            {t('details.changedBy', { name: changed_by, when: format.momentWithin(changed_at) })}
          </Text>
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
