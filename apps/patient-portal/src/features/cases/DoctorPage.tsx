import { useLocation, useParams } from 'react-router-dom';
import { Loaded } from '@konsil/portal-frame';
import { useGetDoctorQuery } from '@konsil/api/doctors';
import { doctorName, LongText, shortDoctorName } from '@konsil/cases';
import type { DoctorPage as Shown } from '@konsil/contracts/doctors';
import { specialtyIn } from '@konsil/contracts/specialties';
import { specialtyMeaning } from '@konsil/contracts/specialty-meanings';
import { writtenFor } from '@konsil/contracts/written';
import { useLocale, useTexts } from '@konsil/i18n';
import {
  Avatar,
  BackLink,
  ButtonLink,
  Card,
  CheckIcon,
  Columns,
  InfoIcon,
  Page,
  PageTitle,
  Row,
  Section,
  Stack,
  Text,
} from '@konsil/ui';
import { paths } from '../paths.ts';
import { DoctorFacts } from './new-case/DoctorFacts.tsx';
import { FitsBecause } from './new-case/FitsBecause.tsx';
import { RepliesByDay } from './RepliesByDay.tsx';
import { casePageTexts } from './texts.ts';

/** A doctor's page: facts, common questions and a text by the doctor, and how asking this doctor works. */
export function DoctorPage() {
  const { t } = useTexts(casePageTexts);
  const { doctorId = '' } = useParams();
  const back = { to: `${paths.newCase}?step=2`, label: t('new.doctor.title') };
  return (
    <Loaded
      result={useGetDoctorQuery(doctorId)}
      width="wide"
      back={back}
      gone={{ title: t('doctor.gone'), text: t('doctor.goneText') }}
    >
      {(doctor) => (
        <Page width="wide">
          <PageTitle back={<BackLink to={back.to}>{back.label}</BackLink>}>{doctorName(doctor.name)}</PageTitle>
          <About doctor={doctor} />
        </Page>
      )}
    </Loaded>
  );
}

function About({ doctor }: { doctor: Shown }) {
  const { t } = useTexts(casePageTexts);
  const locale = useLocale();
  const short = shortDoctorName(doctor.name);
  const meaning = specialtyMeaning(doctor.specialty, locale);
  const language = writtenFor(locale).find((one) => doctor[`about_${one}`] !== '');
  const own = language && doctor[`about_${language}`];
  // The words of the concern, which the address must not contain.
  const fitting = (useLocation().state as { fitting?: string[] } | null)?.fitting ?? [];
  return (
    <Columns>
      <Stack>
        <Row gap={4} wrap={false} align="start">
          <Avatar name={doctor.name} voice="doctor" size="large" picture={doctor.portrait_url} />
          <div>
            <Text as="p" strong>
              {specialtyIn(doctor.specialty, locale)}
            </Text>
            {meaning && (
              <Text as="p" tone="muted">
                {meaning}
              </Text>
            )}
            <Row gap={2} as="p">
              {doctor.accepts_cases ? <CheckIcon /> : <InfoIcon />}
              <span>{t(doctor.accepts_cases ? 'doctor.accepts' : 'doctor.full')}</span>
            </Row>
          </div>
        </Row>
        {fitting.length > 0 && <FitsBecause words={fitting} />}
        {doctor.topics && (
          <Section title={t('doctor.topics')}>
            <Card>
              <p>{doctor.topics}</p>
            </Card>
          </Section>
        )}
        {own && (
          <Section title={t('doctor.words')}>
            <Card lang={language}>
              <LongText>{own}</LongText>
            </Card>
          </Section>
        )}
        {doctor.measured_reply && doctor.replies && (
          <RepliesByDay doctor={doctor} measured={doctor.measured_reply} replies={doctor.replies} />
        )}
        <Section title={t('doctor.next')}>
          <Stack as="ol" gap={2}>
            {(['check', 'read', 'ask'] as const).map((step) => (
              <li key={step}>{t(`doctor.steps.${step}`, { doctor: short })}</li>
            ))}
          </Stack>
        </Section>
      </Stack>
      <Stack gap={4}>
        <Card>
          <Stack gap={4}>
            <DoctorFacts doctor={doctor} />
            {doctor.accepts_cases && (
              <ButtonLink block to={paths.askDoctor(doctor.id)}>
                {t('new.doctor.ask', { doctor: short })}
              </ButtonLink>
            )}
          </Stack>
        </Card>
      </Stack>
    </Columns>
  );
}
