// @bundle route
import { useCallback, useEffect, useState } from 'react';
import { saveFile } from '@konsil/api/file';
import { PdfOfBytes } from '@konsil/documents';
import { dayOf, useCommon, useFormat, useTexts } from '@konsil/i18n';
import { Alert, Button, Card, DownloadIcon, HideIcon, Row, SafeIcon, Section, SeenIcon, Stack, Text } from '@konsil/ui';
import { pictureTypes, type SharedFile, type SharedText } from './sealed-content.ts';
import { SharedPicture, Written } from './share-parts.ts';
import { shareTexts } from './texts.ts';
import type { OpenedLink } from './use-opened-link.ts';

/** The decrypted content of a link, read only. */
export function SharedItems({ opened: { items, damaged } }: { opened: OpenedLink }) {
  const { t } = useTexts(shareTexts);
  const texts = items.filter((item) => item.kind === 'text');
  const files = items.filter((item) => item.kind === 'file');
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
              <FileCard key={at} file={file} />
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

function FileCard({ file }: { file: SharedFile }) {
  const { t } = useTexts(shareTexts);
  const format = useFormat();
  const [shown, setShown] = useState(false);
  const { t: common } = useCommon();
  const { title, author, day, dayUnknown, fileName, contentType, bytes, preview } = file;
  const isPdf = contentType === 'application/pdf';
  const picture = pictureTypes.includes(contentType) ? { contentType, bytes } : preview;
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
            {(isPdf || picture) && (
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
          {shown && picture && <Picture {...picture} name={title || fileName} />}
          {shown && preview && (
            <Text as="p" tone="muted" size="small">
              {t('open.preview')}
            </Text>
          )}
        </Stack>
      </Section>
    </Card>
  );
}

function Picture({ bytes, contentType, name }: NonNullable<SharedFile['preview']> & { name: string }) {
  const { t } = useTexts(shareTexts);
  // The address of the picture lives as long as its element.
  const show = useCallback(
    (element: HTMLImageElement) => {
      const address = URL.createObjectURL(new Blob([bytes], { type: contentType }));
      element.src = address;
      return () => URL.revokeObjectURL(address);
    },
    [bytes, contentType],
  );
  return <SharedPicture ref={show} alt={t('open.picture', { name })} />;
}
