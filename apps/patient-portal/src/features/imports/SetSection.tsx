// @bundle route
import type { Patient } from '@konsil/contracts/patients';
import { useTexts } from '@konsil/i18n';
import {
  Alert,
  Button,
  Card,
  CasesIcon,
  DocumentUploadIcon,
  FileButton,
  Progress,
  Row,
  Section,
  Stack,
  Text,
} from '@konsil/ui';
import { SetFound } from './SetFound.tsx';
import { importTexts } from './texts.ts';
import { useKeptFocus } from './use-kept-focus.ts';
import { useReadSet } from './use-read-set.ts';

// Missing in React's types.
const wholeFolder = { webkitdirectory: '', multiple: true } as object;

/** Takes files over from e-mails, or from the folder of a former portal. */
export function SetSection({ patient }: { patient: Patient }) {
  const { t } = useTexts(importTexts);
  const { reading, read, forget } = useReadSet(patient.id);
  const place = useKeptFocus(reading.is, reading.is === 'reading');
  if (reading.is === 'read') return <SetFound set={reading.set} patient={patient} onDiscard={forget} />;
  return (
    <Section title={t('set.title')}>
      <Card>
        <Stack gap={3}>
          <Text as="p">{t('set.text')}</Text>
          <Stack ref={place} tabIndex={-1}>
            {reading.is === 'reading' ? (
              <Stack gap={2}>
                <Progress label={t('set.reading', reading)} value={reading.done / reading.count} />
                <Row>
                  <Button variant="quiet" onClick={forget}>
                    {t('set.stop')}
                  </Button>
                </Row>
              </Stack>
            ) : (
              <Row>
                <FileButton
                  label={t('set.mails')}
                  icon={<DocumentUploadIcon />}
                  input={{
                    accept:
                      '.eml,.json,.xml,message/rfc822,application/json,application/fhir+json,application/xml,text/xml',
                    multiple: true,
                  }}
                  onFiles={(files) => void read(files)}
                />
                <FileButton
                  label={t('set.folder')}
                  icon={<CasesIcon />}
                  input={wholeFolder}
                  onFiles={(files) => void read(files)}
                />
              </Row>
            )}
          </Stack>
          <Text as="p" tone="muted" size="small">
            {t('set.kinds')}
          </Text>
        </Stack>
      </Card>
      {reading.is === 'failed' && (
        <Alert
          live
          tone="danger"
          title={t('set.failed')}
          action={
            reading.again && (
              <Button variant="secondary" size="small" onClick={() => void read(reading.again ?? [])}>
                {t('again')}
              </Button>
            )
          }
        >
          {reading.text}
        </Alert>
      )}
    </Section>
  );
}
