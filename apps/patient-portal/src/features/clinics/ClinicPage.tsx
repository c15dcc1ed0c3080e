import { useEffect } from 'react';
import { useLocation, useParams } from 'react-router-dom';
import { useGetClinicQuery } from '@konsil/api/clinics';
import { LongText } from '@konsil/cases';
import type { ClinicPage as Shown } from '@konsil/contracts/clinics';
import { priceLines } from '@konsil/contracts/prices';
import { specialtyIn } from '@konsil/contracts/specialties';
import { writtenFor } from '@konsil/contracts/written';
import { useFormat, useLocale, useTexts } from '@konsil/i18n';
import { Loaded } from '@konsil/portal-frame';
import { Card, ClinicBand, List, ListLinkRow, Page, PageTitle, PersonIcon, Section, Stack } from '@konsil/ui';
import { paths } from '../paths.ts';
import { siteWords } from './site-words.ts';
import { clinicTexts } from './texts.ts';

/** A clinic: its sites, its doctors who can be asked, and its imprint. */
export function ClinicPage() {
  const { t } = useTexts(clinicTexts);
  const { clinicId = '' } = useParams();
  return (
    <Loaded result={useGetClinicQuery(clinicId)} gone={{ title: t('gone'), text: t('goneText') }}>
      {(clinic) => (
        <Page>
          <PageTitle>{clinic.name}</PageTitle>
          <Stack>
            <Head clinic={clinic} />
            <Price clinic={clinic} />
            <Sites clinic={clinic} />
            <Doctors clinic={clinic} />
            <Imprint clinic={clinic} />
          </Stack>
        </Page>
      )}
    </Loaded>
  );
}

/** Logo and sites of a clinic, on its colour. */
function Head({ clinic: { name, logo, accent, sites } }: { clinic: Shown }) {
  const format = useFormat();
  if (!logo && !accent) return null;
  const cities = [...new Set(sites.map(({ city }) => city))];
  return (
    <ClinicBand logo={logo} accent={accent}>
      {cities.length > 0 ? format.list(cities) : name}
    </ClinicBand>
  );
}

/** Cost of an answer of its doctors, or who pays it. */
function Price({ clinic }: { clinic: Shown }) {
  const { t } = useTexts(clinicTexts);
  const [line] = priceLines(clinic, useLocale());
  if (!line) return null;
  return (
    <Section title={t('price')}>
      <Card lang={line.language}>
        <p>{line.text}</p>
      </Card>
    </Section>
  );
}

function Sites({ clinic: { sites } }: { clinic: Shown }) {
  const { t } = useTexts(clinicTexts);
  if (sites.length === 0) return null;
  return (
    <Section title={t('sites')}>
      <Stack gap={3}>
        {sites.map(({ id, name, street, zipcode, city, phone }) => (
          <Card key={id}>
            <Stack gap={1}>
              {[name, street, [zipcode, city].filter(Boolean).join(' '), phone && t('phone', { phone })]
                .filter(Boolean)
                .map((line) => (
                  <p key={line}>{line}</p>
                ))}
            </Stack>
          </Card>
        ))}
      </Stack>
    </Section>
  );
}

function Doctors({ clinic: { doctors, more_doctors: more } }: { clinic: Shown }) {
  const { t } = useTexts(clinicTexts);
  const locale = useLocale();
  if (doctors.length === 0) return null;
  return (
    <Section title={t('doctors')}>
      <List>
        {doctors.map(({ id, name, specialty, site }) => (
          <ListLinkRow
            key={id}
            to={paths.doctor(id)}
            icon={<PersonIcon />}
            title={name}
            detail={[specialtyIn(specialty, locale), siteWords(site)].filter(Boolean).join(' · ')}
          />
        ))}
      </List>
      {more && <p>{t('moreDoctors')}</p>}
    </Section>
  );
}

/** The imprint in the language of the page, or in the other one if that is missing. */
function Imprint({ clinic }: { clinic: Shown }) {
  const { t } = useTexts(clinicTexts);
  const locale = useLocale();
  const { hash } = useLocation();
  useEffect(() => {
    if (hash !== '#imprint') return undefined;
    // After the portal's frame, which shows each new page from its top.
    const frame = requestAnimationFrame(() => document.getElementById('imprint')?.scrollIntoView());
    return () => cancelAnimationFrame(frame);
  }, [hash]);
  const language = writtenFor(locale).find((one) => clinic[`imprint_${one}`] !== '');
  if (!language) return null;
  return (
    <Section id="imprint" title={t('imprint')}>
      <Card lang={language}>
        <LongText>{clinic[`imprint_${language}`]}</LongText>
      </Card>
    </Section>
  );
}
