// @bundle route
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { useGetImportQuery, useRemoveImportMutation, useTakeImportMutation } from '@konsil/api/imports';
import { useGetPatientQuery } from '@konsil/api/patients';
import { useAction, useNavigateFromHere } from '@konsil/common';
import { fullName } from '@konsil/contracts/full-name';
import type { ImportedContent, RecordImport } from '@konsil/contracts/imports';
import { useCommon, useFormat, useTexts } from '@konsil/i18n';
import { Loaded } from '@konsil/portal-frame';
import {
  Alert,
  BackLink,
  Badge,
  Button,
  ButtonLink,
  Card,
  CheckboxField,
  ConfirmDialog,
  DownloadIcon,
  List,
  ListLinkRow,
  ListRow,
  Page,
  PageTitle,
  Row,
  Section,
  Stack,
  Text,
} from '@konsil/ui';
import { paths } from '../paths.ts';
import { HealthTaken } from './HealthTaken.tsx';
import { importTexts } from './texts.ts';
import { useDownload } from './use-download.ts';

/** An archive with its content, before and after the import. */
export function ImportPage() {
  const { t } = useTexts(importTexts);
  const { importId = '' } = useParams();
  const result = useGetImportQuery(importId);
  return (
    <Loaded result={result} gone={{ title: t('gone') }} back={{ to: paths.patients, label: t('toPeople') }}>
      {(shown) => <Archive archive={shown} />}
    </Loaded>
  );
}

function Archive({ archive }: { archive: RecordImport }) {
  const { t } = useTexts(importTexts);
  const format = useFormat();
  const { content, patient_id: patientId, state } = archive;
  const person = useGetPatientQuery(patientId);
  const name = person.currentData ? fullName(person.currentData) : '';
  const isTaken = state === 'taken';
  return (
    <Page>
      <PageTitle
        back={<BackLink to={paths.imports(patientId)}>{t('title')}</BackLink>}
        lead={
          content &&
          t(isTaken ? 'takenLead' : 'previewLead', {
            name,
            host: content.host || t('unknownHost'),
            made: format.dayLong(content.made_at),
            taken: format.dayLong(archive.taken_at ?? archive.created_at),
          })
        }
      >
        {t(isTaken ? 'takenTitle' : 'previewTitle')}
      </PageTitle>
      {content ? (
        <Stack>
          <Proof content={content} />
          {content.differs.length > 0 && <Differs content={content} patientId={patientId} />}
          <CasesFound archive={archive} content={content} />
          <Facts content={content} />
          {isTaken ? (
            <>
              {content.health && <HealthTaken patientId={patientId} texts={content.health} />}
              <Files archive={archive} content={content} />
            </>
          ) : (
            <Decide archive={archive} content={content} name={name} />
          )}
        </Stack>
      ) : (
        <Alert
          action={
            <ButtonLink variant="secondary" size="small" to={paths.imports(patientId)}>
              {t('title')}
            </ButtonLink>
          }
        >
          {t('unfinished')}
        </Alert>
      )}
    </Page>
  );
}

/** Explains how far the signature proves the origin of the archive. */
function Proof({ content: { ours, host } }: { content: ImportedContent }) {
  const { t } = useTexts(importTexts);
  return (
    <Alert tone="success" title={t('proof.title')}>
      {ours ? t('proof.ours') : t('proof.others', { host: host || t('unknownHost') })}
    </Alert>
  );
}

function Differs({ content: { person }, patientId }: { content: ImportedContent; patientId: string }) {
  const { t } = useTexts(importTexts);
  const format = useFormat();
  const here = useGetPatientQuery(patientId).currentData;
  return (
    <Alert tone="warning" title={t('differs.title')}>
      {t('differs.text', {
        there: `${fullName(person)}, ${format.day(person.date_of_birth)}`,
        here: here ? `${fullName(here)}, ${format.day(here.date_of_birth)}` : '',
      })}
    </Alert>
  );
}

function CasesFound({ archive, content }: { archive: RecordImport; content: ImportedContent }) {
  const { t } = useTexts(importTexts);
  const format = useFormat();
  if (content.cases.length === 0) return <Text as="p">{t('cases.none')}</Text>;
  const isTaken = archive.state === 'taken';
  return (
    <Section title={t('cases.title', { count: content.cases.length })}>
      <List>
        {content.cases.map(({ id, case_name: name, doctor, created_at, answers, documents, known }, place) => {
          const words = {
            title: name,
            detail: [
              doctor,
              format.day(created_at),
              t('cases.answers', { count: answers }),
              t('cases.documents', { count: documents }),
            ].join(' · '),
            state: known && <Badge>{t('cases.known')}</Badge>,
          };
          return isTaken ? (
            <ListLinkRow key={id} to={paths.importedCase(archive.id, place)} {...words} />
          ) : (
            <ListRow key={id} {...words} />
          );
        })}
      </List>
    </Section>
  );
}

function Facts({ content: { documents, known_documents: known, left_out: leftOut } }: { content: ImportedContent }) {
  const { t } = useTexts(importTexts);
  return (
    <Stack gap={2}>
      <Text as="p">{t('files.count', { count: documents })}</Text>
      {known > 0 && <Text as="p">{t('files.known', { count: known })}</Text>}
      {leftOut.length > 0 && (
        <Text as="p">{t('files.leftOut', { count: leftOut.length, names: leftOut.join(', ') })}</Text>
      )}
    </Stack>
  );
}

function Decide({ archive, content, name }: { archive: RecordImport; content: ImportedContent; name: string }) {
  const { t } = useTexts(importTexts);
  const navigate = useNavigateFromHere();
  const act = useAction();
  const [take, taking] = useTakeImportMutation();
  const [remove, removing] = useRemoveImportMutation();
  const [isSame, setIsSame] = useState(false);
  const [missing, setMissing] = useState(false);
  const mustConfirm = content.differs.length > 0;
  const accept = () => {
    if (mustConfirm && !isSame) return setMissing(true);
    void act(take({ id: archive.id, body: { ...(mustConfirm && { same_person: true }) } }).unwrap(), {
      text: t('takenToast'),
    });
  };
  const discard = async () => {
    const isGone = await act(remove(archive.id).unwrap(), { text: t('discarded') });
    if (isGone) navigate(paths.imports(archive.patient_id), { replace: true });
  };
  return (
    <Card>
      <Stack gap={3}>
        <Text as="p">{t('decide.text', { name })}</Text>
        {mustConfirm && (
          <CheckboxField
            label={t('differs.confirm', { name })}
            checked={isSame}
            error={missing && !isSame ? t('samePersonMissing') : undefined}
            onChange={({ currentTarget }) => setIsSame(currentTarget.checked)}
          />
        )}
        <Row>
          <Button busy={taking.isLoading} onClick={accept}>
            {t('decide.take')}
          </Button>
          <Button variant="quiet" busy={removing.isLoading} onClick={() => void discard()}>
            {t('decide.discard')}
          </Button>
        </Row>
      </Stack>
    </Card>
  );
}

function Files({ archive, content }: { archive: RecordImport; content: ImportedContent }) {
  const { t } = useTexts(importTexts);
  const { t: common } = useCommon();
  const format = useFormat();
  const navigate = useNavigateFromHere();
  const act = useAction();
  const { download, saveReceipt, busy } = useDownload(archive.id);
  const [remove] = useRemoveImportMutation();
  const [asking, setAsking] = useState(false);
  const removeIt = async () => {
    setAsking(false);
    const isGone = await act(remove(archive.id).unwrap(), { text: t('removed') });
    if (isGone) navigate(paths.imports(archive.patient_id), { replace: true });
  };
  const row = (place: string, title: string, detail?: string) => (
    <ListRow
      key={place}
      title={title}
      {...(detail && { detail })}
      actions={
        <Button
          variant="quiet"
          size="small"
          icon={<DownloadIcon />}
          busy={busy === place}
          aria-label={t('downloadNamed', { name: title })}
          onClick={() => void (place === 'receipt' ? saveReceipt() : download(place))}
        >
          {t('download')}
        </Button>
      }
    />
  );
  return (
    <Section title={t('files.title')}>
      <List>
        {row('dossier', t('files.dossier'), t('files.dossierText'))}
        {row('archive', t('files.archive'), format.size(archive.size))}
        {content.receipt && !content.ours && row('receipt', t('receipt.title'), t('receipt.text'))}
        {content.enclosed.map(({ file_name: name, place }) => row(String(place), name, t('files.enclosed')))}
      </List>
      <Row>
        <Button variant="quiet" size="small" onClick={() => setAsking(true)}>
          {t('remove')}
        </Button>
      </Row>
      <ConfirmDialog
        open={asking}
        title={t('removeTitle')}
        confirmLabel={t('remove')}
        cancelLabel={common('words.cancel')}
        onCancel={() => setAsking(false)}
        onConfirm={() => void removeIt()}
      >
        {t('removeText')}
      </ConfirmDialog>
    </Section>
  );
}
