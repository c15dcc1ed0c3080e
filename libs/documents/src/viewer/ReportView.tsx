// @bundle route
import type { Document, Report } from '@konsil/contracts/documents';
import { useFormat, useTexts } from '@konsil/i18n';
import { Alert, Stack, Text } from '@konsil/ui';
import { documentTexts } from '../texts';
import { MeasurementRows } from './MeasurementRows';
import { blocksOf, type ReportBlock } from './report-blocks';
import { ReportPage, ReportText } from './report-parts';
import { ImagesOfLine, useReportImages, type ReportImages } from './ReportImages';

const headings = ['h4', 'h5', 'h6'] as const;

/** A structured report with its own text and order: headings, text, measurements as rows. */
export function ReportView({ document, report, zoom }: { document: Document; report: Report; zoom: number }) {
  const { t } = useTexts(documentTexts);
  const format = useFormat();
  const images = useReportImages(document);
  const { title, study_date: day, cut, complete, verified } = report;
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
        {images.failed}
        <ReportText>
          {blocksOf(report).map((block, index) => (
            <Block key={index} block={block} images={images} />
          ))}
        </ReportText>
        {cut && <Alert tone="warning">{t('report.cut')}</Alert>}
        <Text as="p" tone="muted" size="small">
          {t('report.origin')}
        </Text>
      </Stack>
    </ReportPage>
  );
}

function Block({ block, images }: { block: ReportBlock; images: ReportImages }) {
  const { t } = useTexts(documentTexts);
  if (block.kind === 'measurements') return <MeasurementRows lines={block.lines} images={images} />;
  const { level, name, text, images: referred } = block.line;
  const indented = { marginInlineStart: `${Math.min(level, 6)}em` };
  if (block.kind === 'heading') {
    const Heading = headings[level] ?? 'h6';
    return <Heading style={indented}>{name}</Heading>;
  }
  return (
    <div style={indented}>
      <p>
        {name && <strong>{text ? t('report.named', { name }) : name}</strong>} {text}
      </p>
      {referred && <ImagesOfLine images={referred} all={images} of={name} />}
    </div>
  );
}
