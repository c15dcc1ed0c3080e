// @bundle route
import type { Report } from '@konsil/contracts/documents';
import { useFormat, useTexts } from '@konsil/i18n';
import { Alert, Stack, Text } from '@konsil/ui';
import { documentTexts } from '../texts';
import { ReportLines, ReportPage } from './viewer-parts';

/** A structured report with its own text and order. */
export function ReportView({ report, zoom }: { report: Report; zoom: number }) {
  const { t } = useTexts(documentTexts);
  const format = useFormat();
  const { title, study_date: day, lines, cut, complete, verified } = report;
  const state = [
    day && format.day(day),
    !complete && t('report.partial'),
    verified !== null && t(verified ? 'report.verified' : 'report.unverified'),
  ]
    .filter(Boolean)
    .join(' · ');
  return (
    <ReportPage style={{ fontSize: `${zoom}em` }}>
      <Stack>
        {title && <h3>{title}</h3>}
        {state && (
          <Text as="p" tone="muted" size="small">
            {state}
          </Text>
        )}
        <ReportLines>
          {lines.map(({ level, name, text }, index) => (
            <li key={index} style={{ marginInlineStart: `${Math.min(level, 6)}em` }}>
              {name && <strong>{text ? t('report.named', { name }) : name}</strong>} {text}
            </li>
          ))}
        </ReportLines>
        {cut && <Alert tone="warning">{t('report.cut')}</Alert>}
        <Text as="p" tone="muted" size="small">
          {t('report.origin')}
        </Text>
      </Stack>
    </ReportPage>
  );
}
