// @bundle route
import { useGetEpicrisisQuery } from '@konsil/api/epicrisis';
import { PrintedLetter, SummaryLetterButton } from '@konsil/cases';
import { LoadFailed, Waiting } from '@konsil/common';
import { useTexts } from '@konsil/i18n';
import { Button, ButtonLink, EditIcon, EmptyState, EpicrisisIcon, PrintIcon, Row, Section, Stack } from '@konsil/ui';
import { useSearchParams } from 'react-router-dom';
import { usePracticeHead } from '../letters/use-practice-head';
import { paths } from '../paths';
import { EpicrisisSheet } from './EpicrisisSheet';
import { epicrisisTexts } from './texts';
import { VersionView } from './VersionView';

export interface EpicrisisViewProps {
  patientId: string;
  /** The case in which it is read: it is written beside the documents of this case. */
  caseId?: string;
  /** On its own page, section names are beside their texts where there is room. */
  termsBeside?: boolean;
}

/** The epicrisis of a patient: the newest version, then earlier ones with their changes. */
export function EpicrisisView({ patientId, caseId, termsBeside = false }: EpicrisisViewProps) {
  const { t } = useTexts(epicrisisTexts);
  const { currentData: epicrisis, error, refetch } = useGetEpicrisisQuery(patientId);
  const [params] = useSearchParams();
  const practice = usePracticeHead();
  const document = params.get('document');
  const edit = (label: string) => (
    <ButtonLink
      variant="secondary"
      icon={<EditIcon />}
      to={paths.editEpicrisis(patientId, caseId && { case: caseId, ...(document && { document }) })}
    >
      {label}
    </ButtonLink>
  );

  if (!epicrisis)
    return error ? (
      <LoadFailed problem={error} onRetry={refetch}>
        {t('failed')}
      </LoadFailed>
    ) : (
      <Waiting label={t('loading')} />
    );
  const [newest, ...earlier] = epicrisis.versions;
  if (!newest)
    return (
      <EmptyState icon={<EpicrisisIcon />} action={edit(t('write'))}>
        {t('empty')}
      </EmptyState>
    );
  const { patient } = epicrisis;
  const { gender } = patient;
  const releasedId = epicrisis.released?.id;
  return (
    <Section
      title={t('title')}
      action={
        <Row data-print="hide">
          {edit(t('edit'))}
          <Button variant="quiet" icon={<PrintIcon />} onClick={() => window.print()}>
            {t('print')}
          </Button>
          {epicrisis.released && (
            <SummaryLetterButton
              patientId={patientId}
              releasedAt={epicrisis.released.released_at ?? epicrisis.released.created_at}
            />
          )}
        </Row>
      }
    >
      <PrintedLetter patient={patient} practice={practice}>
        <EpicrisisSheet version={newest} patient={patient} />
      </PrintedLetter>
      <Stack gap={4}>
        <VersionView
          version={newest}
          before={earlier[0]}
          released={newest.id === releasedId}
          gender={gender}
          termsBeside={termsBeside}
        />
        {earlier.length > 0 && (
          <details data-print="hide">
            <summary>
              {t('versions')} ({earlier.length})
            </summary>
            <Stack gap={3}>
              {earlier.map((version, index) => (
                <VersionView
                  key={version.id}
                  version={version}
                  before={earlier[index + 1]}
                  released={version.id === releasedId}
                  gender={gender}
                  termsBeside={termsBeside}
                />
              ))}
            </Stack>
          </details>
        )}
      </Stack>
    </Section>
  );
}
