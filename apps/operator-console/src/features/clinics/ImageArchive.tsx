import { useState } from 'react';
import {
  useConsoleArchiveQuery,
  useDisconnectConsoleArchiveMutation,
  useTryConsoleArchiveQuery,
} from '@konsil/api/console-archives';
import { LoadFailed, useAction, Waiting } from '@konsil/common';
import type { ConsoleArchive } from '@konsil/contracts/console-archives';
import type { ConsoleClinic } from '@konsil/contracts/console-clinics';
import { useCommon, useFormat, useTexts } from '@konsil/i18n';
import { Alert, Button, ConfirmDialog, DefinitionList, RetryIcon, Row, Section, Stack, Text } from '@konsil/ui';
import { ArchiveDialog } from './ArchiveDialog';
import { clinicsTexts } from './texts';

/** A connection test of the archive: on opening the page, after a new connection, and on request. */
function Trial({ clinicId, archive }: { clinicId: string; archive: ConsoleArchive }) {
  const { t } = useTexts(clinicsTexts);
  const format = useFormat();
  const { currentData, error, isFetching, refetch } = useTryConsoleArchiveQuery(
    { id: clinicId, connectedAt: archive.connected_at },
    { refetchOnMountOrArgChange: true },
  );
  const again = (
    <Button variant="secondary" size="small" icon={<RetryIcon />} busy={isFetching} onClick={() => void refetch()}>
      {t('imageArchive.try')}
    </Button>
  );
  if (error && !isFetching) return <LoadFailed problem={error} onRetry={refetch} />;
  if (!currentData) return <Alert live>{t('imageArchive.trying')}</Alert>;
  const { failure, reason, tried_at: triedAt } = currentData;
  const tried = t('imageArchive.tried', { moment: format.moment(triedAt) });
  return (
    <div role="status">
      <Alert
        live={false}
        tone={failure ? 'danger' : 'success'}
        title={t(failure ? 'imageArchive.fails' : 'imageArchive.answers')}
        action={again}
      >
        {failure && <p>{t(`imageArchive.failures.${failure}`)}</p>}
        <p>{reason ? `${tried} · ${reason}` : tried}</p>
      </Alert>
    </div>
  );
}

function Connected({ clinicId, archive }: { clinicId: string; archive: ConsoleArchive }) {
  const { t } = useTexts(clinicsTexts);
  const format = useFormat();
  return (
    <Stack gap={3}>
      <DefinitionList
        layout="beside"
        items={[
          { term: t('imageArchive.url'), detail: archive.url },
          { term: t('imageArchive.signIn'), detail: t(`imageArchive.by.${archive.sign_in}`) },
          { term: t('imageArchive.since'), detail: format.moment(archive.connected_at) },
        ]}
      />
      <Trial clinicId={clinicId} archive={archive} />
    </Stack>
  );
}

function Disconnect({ clinicId }: { clinicId: string }) {
  const { t } = useTexts(clinicsTexts);
  const { t: c } = useCommon();
  const run = useAction();
  const [asks, setAsks] = useState(false);
  const [disconnect, { isLoading: busy }] = useDisconnectConsoleArchiveMutation();
  const confirm = async () => {
    await run(disconnect(clinicId).unwrap(), { text: t('imageArchive.disconnected') });
    setAsks(false);
  };
  return (
    <>
      <Button variant="quiet" onClick={() => setAsks(true)}>
        {t('imageArchive.disconnect')}
      </Button>
      <ConfirmDialog
        open={asks}
        onCancel={() => setAsks(false)}
        onConfirm={() => void confirm()}
        tone="danger"
        title={t('imageArchive.askTitle')}
        confirmLabel={t('imageArchive.disconnect')}
        cancelLabel={c('words.cancel')}
        busy={busy}
      >
        {t('imageArchive.askText')}
      </ConfirmDialog>
    </>
  );
}

/** The image archive (DICOMweb) of a clinic, from which its doctors bring earlier examinations into cases. */
export function ImageArchive({ clinic: { id } }: { clinic: ConsoleClinic }) {
  const { t } = useTexts(clinicsTexts);
  const { data, error, refetch } = useConsoleArchiveQuery(id);
  const [connecting, setConnecting] = useState(false);
  const archive = data?.archive ?? null;
  return (
    <Section title={t('imageArchive.title')}>
      <Stack gap={3}>
        <p>{t('imageArchive.lead')}</p>
        {!data && !error && <Waiting rows={2} />}
        {!data && error && <LoadFailed problem={error} onRetry={refetch} />}
        {data && (
          <>
            {archive ? (
              <Connected clinicId={id} archive={archive} />
            ) : (
              <Text as="p" tone="muted">
                {t('imageArchive.none')}
              </Text>
            )}
            <Row>
              <Button variant="secondary" onClick={() => setConnecting(true)}>
                {t(archive ? 'imageArchive.change' : 'imageArchive.connect')}
              </Button>
              {archive && <Disconnect clinicId={id} />}
            </Row>
          </>
        )}
        {connecting && <ArchiveDialog clinicId={id} archive={archive} onClose={() => setConnecting(false)} />}
      </Stack>
    </Section>
  );
}
