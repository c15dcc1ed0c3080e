import { useRef, useState } from 'react';
import { useListDoctorsQuery } from '@konsil/api/doctors';
import { LoadFailed, Waiting } from '@konsil/common';
import { matchDoctors } from '@konsil/contracts/find-doctors';
import { bodyRegions, byFit, regionsOf } from '@konsil/contracts/fitting-doctors';
import type { BodyRegion } from '@konsil/contracts/fitting-doctors';
import { specialtyIn } from '@konsil/contracts/specialties';
import { useCommon, useLocale, useTexts } from '@konsil/i18n';
import {
  BackIcon,
  Button,
  Card,
  ChoiceChips,
  EmptyState,
  HelpIcon,
  Row,
  SearchField,
  Section,
  Stack,
  Text,
  TextLink,
  useDesk,
} from '@konsil/ui';
import { casePageTexts } from '../texts.ts';
import { Choice, Folded } from './doctor-parts.ts';
import { DoctorCard } from './DoctorCard.tsx';

export interface DoctorStepProps {
  /** All text of the patient, used to find fitting doctors. */
  concern: string;
  caseName: string;
  /** A doctor chosen before, e.g. in a restored draft; empty if none. */
  chosen: string;
  busy: boolean;
  onAsk: (doctor: string) => void;
  onBack: () => void;
}

/** Specialties for somebody who does not know which one fits. */
const generalSpecialties = ['Allgemeinmedizin', 'Innere Medizin'] as const;

/** Choice of the doctor: those who fit the concern first, with the reason; filters; advice if nobody fits. */
export function DoctorStep({ concern, caseName, chosen, busy, onAsk, onBack }: DoctorStepProps) {
  const { t } = useTexts(casePageTexts);
  const { t: common } = useCommon();
  const locale = useLocale();
  const [search, setSearch] = useState('');
  const [region, setRegion] = useState<BodyRegion | ''>('');
  const [language, setLanguage] = useState('');
  const [asked, setAsked] = useState(chosen);
  const wide = useDesk();
  const unsure = useRef<HTMLDivElement>(null);
  const results = useRef<HTMLDivElement>(null);
  const { data, error, refetch } = useListDoctorsQuery();
  if (!data && error)
    return (
      <LoadFailed problem={error} onRetry={refetch}>
        {common('doctors.failed')}
      </LoadFailed>
    );
  if (!data) return <Waiting rows={3} />;

  const open = data.filter(({ accepts_cases }) => accepts_cases);
  const languageNames = new Intl.DisplayNames(locale, { type: 'language' });
  const counted = <T extends string>(all: readonly T[], of: (value: T) => number) =>
    all.map((value) => ({ value, count: of(value) })).filter(({ count }) => count > 0);
  const regions = counted(bodyRegions, (value) => open.filter((doctor) => regionsOf(doctor).includes(value)).length);
  const languages = counted(
    [...new Set(open.flatMap((doctor) => doctor.languages))],
    (value) => open.filter((doctor) => doctor.languages.includes(value)).length,
  );
  const filtered = open.filter(
    (doctor) =>
      (region === '' || regionsOf(doctor).includes(region)) && (language === '' || doctor.languages.includes(language)),
  );
  const { found, exact } = matchDoctors(filtered, search);
  const shown = byFit(found, concern);
  // With a word list that knows the concern, also a doctor who was searched for is told apart.
  const isKnown = search.trim() !== '' && byFit(open, concern).some(({ words }) => words.length > 0);
  const general = generalSpecialties.filter((name) => matchDoctors(open, name).exact);
  const picked = shown.filter(({ doctor }) => doctor.id === chosen);
  const fitting = shown.filter(({ doctor, words }) => words.length > 0 && doctor.id !== chosen);
  const others = shown.filter(({ doctor, words }) => words.length === 0 && doctor.id !== chosen);
  const fit = shown.filter(({ words }) => words.length > 0).length;
  const narrowed = search.trim() !== '' || region !== '' || language !== '';
  const showAll = () => {
    setSearch('');
    setRegion('');
    setLanguage('');
  };
  const showSpecialty = (name: string) => {
    showAll();
    setSearch(specialtyIn(name, locale));
    results.current?.focus();
  };
  const best = (picked[0] ?? fitting[0])?.doctor.id;
  const cards = (some: typeof shown) => (
    <Stack gap={4}>
      {some.map(({ doctor, words }) => (
        <DoctorCard
          key={doctor.id}
          doctor={doctor}
          words={words}
          unknown={isKnown && words.length === 0}
          first={doctor.id === best}
          busy={busy && doctor.id === asked}
          onAsk={() => {
            // The case is being created for another doctor.
            if (busy) return;
            setAsked(doctor.id);
            onAsk(doctor.id);
          }}
        />
      ))}
    </Stack>
  );
  const chips = (all: { value: string; count: number }[], label: (value: string) => string) => [
    { value: '', label: t('new.doctor.everybody') },
    ...all.map(({ value, count }) => ({ value, label: t('new.doctor.counted', { label: label(value), count }) })),
  ];
  const filters = (
    <Stack gap={4}>
      {regions.length > 1 && (
        <ChoiceChips
          legend={t('new.doctor.region')}
          name="region"
          value={region}
          onChange={(event) => setRegion(event.target.value as BodyRegion | '')}
          options={chips(regions, (value) => t(`new.doctor.regions.${value as BodyRegion}`))}
        />
      )}
      {languages.length > 1 && (
        <ChoiceChips
          legend={t('new.doctor.language')}
          name="language"
          value={language}
          onChange={(event) => setLanguage(event.target.value)}
          options={chips(languages, (code) => languageNames.of(code) ?? code)}
        />
      )}
    </Stack>
  );
  return (
    <Stack gap={5}>
      <Text as="p" tone="muted">
        {t('new.doctor.lead', { case: caseName })}
      </Text>
      <Choice>
        <Stack gap={5}>
          <SearchField
            label={t('new.doctor.label')}
            placeholder={t('new.doctor.searchHint')}
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
          {wide ? (
            filters
          ) : (
            <Folded>
              <summary>{t('new.doctor.filters')}</summary>
              {filters}
            </Folded>
          )}
          <Row>
            <Button variant="secondary" size="small" icon={<HelpIcon />} onClick={() => unsure.current?.focus()}>
              {t('new.doctor.unsure')}
            </Button>
          </Row>
        </Stack>
        <Stack>
          <div role="status" ref={results} tabIndex={-1}>
            <Text as="p" strong>
              {fit > 0
                ? t('new.doctor.fitting', { count: fit, all: shown.length })
                : t('new.doctor.found', { count: shown.length })}
            </Text>
            {!exact && shown.length > 0 && (
              <Text as="p" tone="muted">
                {t('new.doctor.similar', { word: search.trim() })}
              </Text>
            )}
          </div>
          {shown.length === 0 && (
            <EmptyState
              action={
                narrowed && (
                  <Button variant="secondary" onClick={showAll}>
                    {t('new.doctor.open')}
                  </Button>
                )
              }
            >
              {t(narrowed ? 'new.doctor.none' : 'new.doctor.nobody')}
            </EmptyState>
          )}
          {picked.length > 0 && (
            <Section title={t('new.doctor.chosen')} headingLevel={3}>
              {cards(picked)}
            </Section>
          )}
          {fitting.length > 0 && (
            <Section title={t('new.doctor.fitsTitle')} headingLevel={3}>
              {cards(fitting)}
            </Section>
          )}
          {others.length > 0 && (
            <Section title={t(fitting.length > 0 ? 'new.doctor.others' : 'new.doctor.all')} headingLevel={3}>
              {cards(others)}
            </Section>
          )}
          <Card ref={unsure} tabIndex={-1}>
            <Section title={t('new.doctor.unsure')} headingLevel={3}>
              <p>{t('new.doctor.unsureText')}</p>
              {general.length > 0 && (
                <Row gap={2}>
                  {general.map((name) => (
                    <Button key={name} variant="secondary" onClick={() => showSpecialty(name)}>
                      {t('new.doctor.show', { specialty: specialtyIn(name, locale) })}
                    </Button>
                  ))}
                </Row>
              )}
              <Row>
                <TextLink standalone to="/patient/contact">
                  {t('new.doctor.contact')}
                </TextLink>
              </Row>
            </Section>
          </Card>
        </Stack>
      </Choice>
      <Row>
        <Button variant="secondary" icon={<BackIcon />} onClick={onBack}>
          {t('new.doctor.back')}
        </Button>
      </Row>
    </Stack>
  );
}
