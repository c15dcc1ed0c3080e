// @bundle route
import { useNavigateFromHere } from '@konsil/common';
import { useEffect, useRef, useState } from 'react';
import { useParams } from 'react-router-dom';
import { useListImportsQuery } from '@konsil/api/imports';
import { useGetPatientQuery } from '@konsil/api/patients';
import { fullName } from '@konsil/contracts/full-name';
import type { Patient } from '@konsil/contracts/patients';
import type { RecordImport } from '@konsil/contracts/imports';
import { useFormat, useLocale, useTexts } from '@konsil/i18n';
import { Loaded } from '@konsil/portal-frame';
import {
  Alert,
  BackLink,
  Button,
  Card,
  DocumentUploadIcon,
  FileButton,
  List,
  ListLinkRow,
  Page,
  PageTitle,
  Progress,
  Row,
  Section,
  Stack,
  Text,
} from '@konsil/ui';
import { paths } from '../paths.ts';
import { patientPageTexts } from '../patients/texts.ts';
import { readSummary, type ReadSummary } from './ips.ts';
import { bornText, isOfPerson } from './set-person.ts';
import { SetSection } from './SetSection.tsx';
import { SummaryTaken } from './SummaryTaken.tsx';
import { importTexts } from './texts.ts';
import { useKeptFocus } from './use-kept-focus.ts';
import { mostSummaryBytes } from './use-read-set.ts';
import { useSendArchive, type Sending } from './use-send-archive.ts';

/** Takes a record over into a person's, from an archive or a patient summary. */
export function ImportsPage() {
  const { t } = useTexts(importTexts);
  const { t: patient } = useTexts(patientPageTexts);
  const { patientId = '' } = useParams();
  const person = useGetPatientQuery(patientId);
  return (
    <Loaded
      result={person}
      gone={{ title: patient('page.gone') }}
      back={{ to: paths.patients, label: patient('page.back') }}
    >
      {(shown) => (
        <Page>
          <PageTitle
            back={<BackLink to={paths.patient(shown.id)}>{fullName(shown)}</BackLink>}
            lead={t('lead', { name: fullName(shown) })}
          >
            {t('title')}
          </PageTitle>
          <Stack>
            <Choose patient={shown} />
            <SetSection patient={shown} />
            <TakenOver patientId={shown.id} />
          </Stack>
        </Page>
      )}
    </Loaded>
  );
}

/** A FHIR file, as opposed to an archive. */
const isSummaryLike = ({ name, type }: File): boolean =>
  /\.(?:json|xml)$/i.test(name) || /^(?:application|text)\/(?:fhir\+)?(?:json|xml)$/.test(type);

function Choose({ patient }: { patient: Patient }) {
  const { t } = useTexts(importTexts);
  const locale = useLocale();
  const navigate = useNavigateFromHere();
  const { sending, send } = useSendArchive(patient.id, ({ id }) => navigate(paths.import(id)));
  const [summary, setSummary] = useState<ReadSummary | 'none' | null>(null);
  const again = sending.is === 'failed' ? sending.again : null;
  const busy = sending.is === 'sending' || sending.is === 'checking';
  const place = useKeptFocus(busy ? 'busy' : sending.is, busy);
  const choose = async (file: File) => {
    setSummary(null);
    if (!isSummaryLike(file)) return send(file);
    const read = file.size > mostSummaryBytes ? null : readSummary(await file.text(), locale);
    setSummary(read ?? 'none');
  };
  return (
    <>
      <Card>
        <Stack gap={3}>
          <Text as="p">{t('choose.text')}</Text>
          <Stack ref={place} tabIndex={-1}>
            {busy ? (
              <Advancing sending={sending} />
            ) : (
              <Row>
                <FileButton
                  label={t('choose.button')}
                  icon={<DocumentUploadIcon />}
                  input={{ accept: '.zip,.json,.xml,application/zip,application/json,application/xml,text/xml' }}
                  onFiles={([file]) => file && void choose(file)}
                />
              </Row>
            )}
          </Stack>
          <Text as="p" tone="muted" size="small">
            {t('choose.kinds')}
          </Text>
        </Stack>
      </Card>
      {sending.is === 'failed' && summary === null && (
        <Alert
          live
          tone="danger"
          title={t('failed')}
          action={
            again && (
              <Button variant="secondary" size="small" onClick={() => void send(again)}>
                {t('again')}
              </Button>
            )
          }
        >
          <Text as="p">{sending.text}</Text>
          {!again && <Text as="p">{t('refused')}</Text>}
        </Alert>
      )}
      {summary === 'none' && (
        <Alert live tone="danger" title={t('failed')}>
          {t('summary.none')}
        </Alert>
      )}
      {summary !== null && summary !== 'none' && <SummaryFound patient={patient} summary={summary} />}
    </>
  );
}

function Advancing({ sending }: { sending: Sending }) {
  const { t } = useTexts(importTexts);
  const format = useFormat();
  const share = sending.is === 'sending' ? sending.done / sending.total : undefined;
  const words =
    sending.is === 'sending'
      ? t('sending', { done: format.size(sending.done), total: format.size(sending.total) })
      : t('checking');
  return (
    <Stack gap={2}>
      <Progress label={words} {...(share !== undefined && { value: share })} />
      <Text as="p" aria-live="polite">
        {words}
      </Text>
      <Text as="p" tone="muted" size="small">
        {t('stay')}
      </Text>
    </Stack>
  );
}

function SummaryFound({ patient, summary }: { patient: Patient; summary: ReadSummary }) {
  const { t } = useTexts(importTexts);
  const format = useFormat();
  const top = useRef<HTMLDivElement>(null);
  // The result appears below the button that was pressed.
  useEffect(() => top.current?.focus(), []);
  const isSame = isOfPerson(summary, patient);
  const born = bornText(summary.birthDate, format) || t('unknown');
  return (
    <Stack gap={3} ref={top} tabIndex={-1}>
      {!isSame && (
        <Alert live tone="warning" title={t('differs.title')}>
          {t('differs.text', {
            there: `${summary.name || t('unknown')}, ${born}`,
            here: `${fullName(patient)}, ${format.day(patient.date_of_birth)}`,
          })}
        </Alert>
      )}
      <SummaryTaken patient={patient} summary={summary} />
    </Stack>
  );
}

/** The imported archives; renders nothing if there are none. */
function TakenOver({ patientId }: { patientId: string }) {
  const { t } = useTexts(importTexts);
  const { currentData: taken = [], isError, refetch } = useListImportsQuery(patientId);
  if (isError)
    return (
      <Alert
        tone="danger"
        action={
          <Button variant="secondary" size="small" onClick={() => void refetch()}>
            {t('again')}
          </Button>
        }
      >
        {t('taken.failed')}
      </Alert>
    );
  if (taken.length === 0) return null;
  return (
    <Section title={t('taken.title')}>
      <List>
        {taken.map((one) => (
          <TakenRow key={one.id} taken={one} />
        ))}
      </List>
    </Section>
  );
}

function TakenRow({ taken: { id, file_name, taken_at, content } }: { taken: RecordImport }) {
  const { t } = useTexts(importTexts);
  const format = useFormat();
  return (
    <ListLinkRow
      to={paths.import(id)}
      title={content?.cases.map(({ case_name: name }) => name).join(', ') || file_name}
      detail={t('taken.detail', {
        host: content?.host || t('unknownHost'),
        made: format.day(content?.made_at ?? ''),
        taken: format.day(taken_at ?? ''),
      })}
    />
  );
}
