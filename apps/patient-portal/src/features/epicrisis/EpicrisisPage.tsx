// @bundle route
import { useParams } from 'react-router-dom';
import { Loaded } from '@konsil/portal-frame';
import { useGetEpicrisisQuery } from '@konsil/api/epicrisis';
import { CodeList, LetterSheet, PrintedLetter, SummaryLetterButton } from '@konsil/cases';
import { epicrisisSections } from '@konsil/contracts/codes';
import type { Epicrisis, EpicrisisVersion } from '@konsil/contracts/epicrisis';
import { fullName } from '@konsil/contracts/full-name';
import type { PatientName } from '@konsil/contracts/patients';
import { useFormat, useTexts } from '@konsil/i18n';
import {
  BackLink,
  Badge,
  Button,
  Card,
  DefinitionList,
  EmptyState,
  EpicrisisIcon,
  Page,
  PageTitle,
  PrintIcon,
  Row,
  Section,
  Stack,
  Text,
} from '@konsil/ui';
import { paths } from '../paths.ts';
import { epicrisisPageTexts } from './texts.ts';

/** The released epicrisis of a patient, plain-language part first. */
export function EpicrisisPage() {
  const { t } = useTexts(epicrisisPageTexts);
  const { patientId = '' } = useParams();
  const result = useGetEpicrisisQuery(patientId);
  return (
    <Loaded result={result} gone={{ title: t('gone') }} back={{ to: paths.patients, label: t('title') }}>
      {(epicrisis) => <Reader epicrisis={epicrisis} />}
    </Loaded>
  );
}

function Reader({ epicrisis: { patient, released, versions } }: { epicrisis: Epicrisis }) {
  const { t } = useTexts(epicrisisPageTexts);
  const name = fullName(patient);
  const earlier = versions.filter(({ version, released_at: at }) => released && at && version < released.version);
  return (
    <Page>
      <PageTitle
        back={<BackLink to={paths.patient(patient.id)}>{name}</BackLink>}
        lead={t('lead', { name })}
        actions={
          released && (
            <Row data-print="hide">
              <Button variant="secondary" size="small" icon={<PrintIcon />} onClick={() => window.print()}>
                {t('print')}
              </Button>
              <SummaryLetterButton patientId={patient.id} releasedAt={released.released_at ?? released.created_at} />
            </Row>
          )
        }
      >
        {t('title')}
      </PageTitle>
      {released && (
        <PrintedLetter patient={patient}>
          <Released version={released} patient={patient} />
        </PrintedLetter>
      )}
      {released ? (
        <Version version={released} before={earlier[0]} />
      ) : (
        <Card padding="none">
          <EmptyState icon={<EpicrisisIcon />}>
            {t('none')} {t('noneText')}
          </EmptyState>
        </Card>
      )}
      {earlier.length > 0 && <Earlier versions={earlier} />}
    </Page>
  );
}

const readingOrder = ['plain_language', ...epicrisisSections] as const;

function Version({
  version: { codes, content, author, released_at: released },
  before,
}: {
  version: EpicrisisVersion;
  before: EpicrisisVersion | undefined;
}) {
  const { t } = useTexts(epicrisisPageTexts);
  const format = useFormat();
  const written = epicrisisSections.filter((section) => content[section] !== '');
  const changed = readingOrder.filter((section) => before && content[section] !== before.content[section]);
  const mark = (section: (typeof readingOrder)[number]) => changed.includes(section) && <Badge>{t('changed')}</Badge>;
  return (
    <Stack gap={5}>
      <Stack gap={1}>
        {released && (
          <Text as="p" tone="muted" size="small">
            {t('by', { author, day: format.dayLong(released) })}
          </Text>
        )}
        {before?.released_at && changed.length > 0 && (
          <Text as="p">
            {t('since', {
              day: format.dayLong(before.released_at),
              sections: changed.map((section) => t(`sections.${section}`)).join(', '),
            })}
          </Text>
        )}
      </Stack>
      {content.plain_language && (
        <Card>
          <Section title={t('sections.plain_language')} action={mark('plain_language')}>
            <Text as="p" preserveLines>
              {content.plain_language}
            </Text>
          </Section>
        </Card>
      )}
      <Card as="article">
        <Stack gap={5}>
          {written.map((section) => (
            <Section key={section} title={t(`sections.${section}`)} action={mark(section)}>
              <Text as="p" preserveLines>
                {content[section]}
              </Text>
            </Section>
          ))}
          {codes && (
            <Section title={t('sections.codes')}>
              <CodeList codes={codes} />
            </Section>
          )}
        </Stack>
      </Card>
    </Stack>
  );
}

/** The released version as a letter. */
function Released({
  version: { codes, content, author, created_at: at, released_at: released },
  patient,
}: {
  version: EpicrisisVersion;
  patient: PatientName;
}) {
  const { t } = useTexts(epicrisisPageTexts);
  const format = useFormat();
  return (
    <LetterSheet
      writer={author}
      patient={patient}
      facts={[{ key: 'released', term: t('released'), detail: format.day(released ?? at) }]}
      title={t('title')}
    >
      {readingOrder
        .filter((section) => content[section])
        .map((section) => (
          <Section key={section} title={t(`sections.${section}`)} headingLevel={2}>
            <Text as="p" preserveLines>
              {content[section]}
            </Text>
          </Section>
        ))}
      {codes && (
        <Section title={t('sections.codes')} headingLevel={2}>
          <CodeList codes={codes} />
        </Section>
      )}
    </LetterSheet>
  );
}

/** Earlier released versions, collapsed. */
function Earlier({ versions }: { versions: EpicrisisVersion[] }) {
  const { t } = useTexts(epicrisisPageTexts);
  const format = useFormat();
  return (
    <Card data-print="hide">
      <Section title={t('earlier')}>
        {versions.map(({ id, codes, content, created_at, released_at }) => (
          <details key={id}>
            <summary>
              {t('version', {
                day: format.dayLong(released_at ?? created_at),
                time: format.time(released_at ?? created_at),
              })}
            </summary>
            <DefinitionList
              items={[
                ...readingOrder
                  .filter((section) => content[section])
                  .map((section) => ({
                    key: section as string,
                    term: t(`sections.${section}`),
                    detail: <Text preserveLines>{content[section]}</Text>,
                  })),
                ...(codes ? [{ key: 'codes', term: t('sections.codes'), detail: <CodeList codes={codes} /> }] : []),
              ]}
            />
          </details>
        ))}
      </Section>
    </Card>
  );
}
