import { useParams } from 'react-router-dom';
import { useGetEpicrisisQuery } from '@konsil/api/epicrisis';
import { epicrisisSections } from '@konsil/contracts/codes';
import type { Epicrisis, EpicrisisVersion } from '@konsil/contracts/epicrisis';
import { useFormat, useTexts } from '@konsil/i18n';
import { BackLink, Button, Card, EmptyState, EpicrisisIcon, Page, PageTitle, PrintIcon, Row, Section, Stack, Text } from '@konsil/ui';
import { paths } from '../paths.ts';
import { Loaded } from '../shared/Loaded.tsx';
import { fullName } from '../shared/people.ts';
import { epicrisisPageTexts } from './texts.ts';

/** The released epicrisis of a patient, plain words first. */
export function EpicrisisPage() {
  const { t } = useTexts(epicrisisPageTexts);
  const { patientId = '' } = useParams();
  const result = useGetEpicrisisQuery(patientId);
  return <Loaded result={result} gone={{ title: t('none'), back: { to: paths.patients, label: t('title') } }}>{(epicrisis) => <Reader epicrisis={epicrisis} />}</Loaded>;
}

function Reader({ epicrisis: { patient, released } }: { epicrisis: Epicrisis }) {
  const { t } = useTexts(epicrisisPageTexts);
  const name = fullName(patient);
  return (
    <Page>
      <PageTitle
        back={<BackLink to={paths.patient(patient.id)}>{name}</BackLink>} lead={t('lead', { name })}
        actions={released && <Button variant="secondary" size="small" icon={<PrintIcon />} data-print="hide" onClick={() => window.print()}>{t('print')}</Button>}
      >
        {t('title')}
      </PageTitle>
      {released ? <Version version={released} /> : <Card padding="none"><EmptyState icon={<EpicrisisIcon />}>{t('none')} {t('noneText')}</EmptyState></Card>}
    </Page>
  );
}

function Version({ version: { content, author, released_at: released } }: { version: EpicrisisVersion }) {
  const { t } = useTexts(epicrisisPageTexts);
  const format = useFormat();
  const written = epicrisisSections.filter((section) => content[section] !== '');
  return (
    <Stack gap={5}>
      {released && <Row><Text tone="muted" size="small">{t('by', { author, day: format.dayLong(released) })}</Text></Row>}
      {content.plain_language && <Card><Section title={t('plain')}><Text as="p" preserveLines>{content.plain_language}</Text></Section></Card>}
      <Card as="article">
        <Stack gap={5}>
          {written.map((section) => <Section key={section} title={t(`sections.${section}`)}><Text as="p" preserveLines>{content[section]}</Text></Section>)}
        </Stack>
      </Card>
    </Stack>
  );
}
