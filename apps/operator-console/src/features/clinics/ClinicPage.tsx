import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { useArchiveClinicMutation, useConsoleClinicQuery } from '@konsil/api/console-clinics';
import { useAction } from '@konsil/common';
import type { ConsoleClinic } from '@konsil/contracts/console-clinics';
import { useCommon, useTexts } from '@konsil/i18n';
import { Loaded } from '@konsil/portal-frame';
import { Alert, BackLink, Button, ConfirmDialog, Page, PageTitle, Row, Stack } from '@konsil/ui';
import { ClinicForm } from './ClinicForm';
import { ClinicPool } from './ClinicPool';
import { ClinicSystems } from './ClinicSystems';
import { ImageArchive } from './ImageArchive';
import { Members } from './Members';
import { clinicPaths } from './paths';
import { clinicsTexts } from './texts';

/** One clinic: its public texts, its doctors, and the archive. */
export default function ClinicPage() {
  const { t } = useTexts(clinicsTexts);
  const { clinicId = '' } = useParams();
  const back = { to: clinicPaths.list, label: t('title') };
  return (
    <Loaded result={useConsoleClinicQuery(clinicId)} back={back} gone={{ title: t('gone') }} failed={t('failed')}>
      {(clinic) => (
        <Page>
          <PageTitle back={<BackLink to={back.to}>{back.label}</BackLink>}>{clinic.name}</PageTitle>
          <Stack gap={6}>
            <Archived clinic={clinic} />
            <ClinicForm key={clinic.id} clinic={clinic} />
            <Members clinic={clinic} />
            <ClinicSystems clinic={clinic} />
            {!clinic.archived_at && <ImageArchive clinic={clinic} />}
            {!clinic.archived_at && <ClinicPool clinic={clinic} />}
            {!clinic.archived_at && <Archive clinic={clinic} />}
          </Stack>
        </Page>
      )}
    </Loaded>
  );
}

const useArchive = ({ id }: ConsoleClinic) => {
  const { t } = useTexts(clinicsTexts);
  const run = useAction();
  const [archive, { isLoading: busy }] = useArchiveClinicMutation();
  const set = (archived: boolean) =>
    run(archive({ id, archived }).unwrap(), { text: t(archived ? 'archive.done' : 'archive.undone') });
  return { busy, set };
};

function Archived({ clinic }: { clinic: ConsoleClinic }) {
  const { t } = useTexts(clinicsTexts);
  const { busy, set } = useArchive(clinic);
  if (!clinic.archived_at) return null;
  return (
    <Alert
      action={
        <Button variant="secondary" size="small" busy={busy} onClick={() => void set(false)}>
          {t('archive.undo')}
        </Button>
      }
    >
      {t('isArchived')}
    </Alert>
  );
}

function Archive({ clinic }: { clinic: ConsoleClinic }) {
  const { t } = useTexts(clinicsTexts);
  const { t: c } = useCommon();
  const { busy, set } = useArchive(clinic);
  const [asks, setAsks] = useState(false);
  const confirm = async () => {
    await set(true);
    setAsks(false);
  };
  return (
    <Row>
      <Button variant="secondary" onClick={() => setAsks(true)}>
        {t('archive.do')}
      </Button>
      <ConfirmDialog
        open={asks}
        onCancel={() => setAsks(false)}
        onConfirm={() => void confirm()}
        title={t('archive.title')}
        confirmLabel={t('archive.do')}
        cancelLabel={c('words.cancel')}
        busy={busy}
      >
        {t(clinic.pool ? 'archive.textPool' : 'archive.text')}
      </ConfirmDialog>
    </Row>
  );
}
