// @bundle route
import { useEffect, useState } from 'react';
import { saveFile } from '@konsil/api/file';
import { PdfOfBytes } from '@konsil/documents';
import { dayOf, useCommon, useFormat, useTexts } from '@konsil/i18n';
import { Alert, Button, Card, DownloadIcon, HideIcon, Row, SafeIcon, Section, SeenIcon, Stack, Text } from '@konsil/ui';
import { pictureTypes, type SharedFile, type SharedSeries, type SharedText } from './sealed-content.ts';
import { OwnPicture, SeriesViewer } from './SeriesViewer.tsx';
import { Written } from './share-parts.ts';
import { shareTexts } from './texts.ts';
import type { OpenedLink } from './use-opened-link.ts';

/** The decrypted content of a link, read only. */
export function SharedItems({ opened: { items, damaged } }: { opened: OpenedLink }) {
  const { t } = useTexts(shareTexts);
  const texts = items.filter((item) => item.kind === 'text');
  const files = items.filter((item) => item.kind === 'file');
  const seriesOf = ({ id }: SharedFile) =>
    items.flatMap((item) => (item.kind === 'pictures' && item.of === id ? item.series : []));
  useEffect(() => {
    document.documentElement.scrollTop = 0;
    document.querySelector<HTMLElement>('h1')?.focus();
  }, []);
  return (
    <Stack gap={5}>
      <Row gap={3} wrap={false} align="start">
        <SafeIcon />
        <Text tone="muted" size="small">
          {t('open.sealed')}
        </Text>
      </Row>
      {damaged > 0 && (
        <Alert tone="danger" title={t('open.failed')}>
          {t('open.damaged', { count: damaged })}
        </Alert>
      )}
      {texts.length > 0 && (
        <Section title={t('open.texts')}>
          <Stack gap={4}>
            {texts.map((text, at) => (
              <TextCard key={at} text={text} />
            ))}
          </Stack>
        </Section>
      )}
      {files.length > 0 && (
        <Section title={t('open.files')}>
          <Stack gap={4}>
            {files.map((file, at) => (
              <FileCard key={at} file={file} series={seriesOf(file)} />
            ))}
          </Stack>
        </Section>
      )}
    </Stack>
  );
}

function TextCard({ text }: { text: SharedText }) {
  const { t } = useTexts(shareTexts);
  const format = useFormat();
  const { title, author, at, patient, birthDate, parts } = text;
  return (
    <Card as="article">
      <Section title={title} headingLevel={3}>
        <Stack gap={4}>
          <Text as="p" tone="muted">
            {t('open.from', { author, day: at ? format.day(dayOf(at)) : '' })}
            <br />
            {birthDate ? t('open.patient', { name: patient, day: format.day(birthDate) }) : patient}
          </Text>
          {parts.map((part, index) => (
            <Section key={index} title={part.title} headingLevel={4}>
              <Written>{part.text}</Written>
            </Section>
          ))}
        </Stack>
      </Section>
    </Card>
  );
}

function FileCard({ file, series }: { file: SharedFile; series: SharedSeries[] }) {
  const { t } = useTexts(shareTexts);
  const format = useFormat();
  const [shown, setShown] = useState(false);
  const { t: common } = useCommon();
  const { title, author, day, dayUnknown, fileName, contentType, bytes, preview } = file;
  const isPdf = contentType === 'application/pdf';
  const picture = pictureTypes.includes(contentType) ? { contentType, bytes } : preview;
  const isSeries = series.length > 0;
  const details = [author, day ? format.day(day) : dayUnknown && common('words.dateUnknown'), format.size(bytes.length)]
    .filter(Boolean)
    .join(', ');
  return (
    <Card as="article">
      <Section title={title || fileName} headingLevel={3}>
        <Stack gap={3}>
          <Text as="p" tone="muted">
            {details}
            {!isPdf && picture?.bytes !== bytes && (
              <>
                <br />
                {t('open.dicom')}
              </>
            )}
          </Text>
          <Row>
            {(isPdf || picture || isSeries) && (
              <Button
                variant="secondary"
                size="small"
                icon={shown ? <HideIcon /> : <SeenIcon />}
                aria-expanded={shown}
                aria-label={shown ? undefined : t('open.viewLabel', { name: title || fileName })}
                onClick={() => setShown(!shown)}
              >
                {t(shown ? 'open.hide' : 'open.view')}
              </Button>
            )}
            <Button
              variant="quiet"
              size="small"
              icon={<DownloadIcon />}
              aria-label={t('open.saveLabel', { name: title || fileName })}
              onClick={() => saveFile(new Blob([bytes], { type: 'application/octet-stream' }), fileName)}
            >
              {t('open.save')}
            </Button>
          </Row>
          {shown && isPdf && <PdfOfBytes bytes={bytes.buffer} />}
          {shown && isSeries && <SeriesViewer series={series} name={title || fileName} />}
          {shown && picture && !isSeries && (
            <OwnPicture {...picture} alt={t('open.picture', { name: title || fileName })} />
          )}
          {shown && preview && !isSeries && (
            <Text as="p" tone="muted" size="small">
              {t('open.preview')}
            </Text>
          )}
        </Stack>
      </Section>
    </Card>
  );
}
