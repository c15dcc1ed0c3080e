import { useParams } from 'react-router-dom';
import { useLegalTextsQuery } from '@konsil/api/legal-texts';
import { LoadFailed, Waiting } from '@konsil/common';
import type { LegalKind } from '@konsil/contracts/legal-notices';
import type { LegalVersion } from '@konsil/contracts/legal-texts';
import { writtenFor } from '@konsil/contracts/written';
import { useFormat, useLocale, useTexts } from '@konsil/i18n';
import { List, ListLinkRow, PageTitle, Section, Skeleton, TextLink } from '@konsil/ui';
import { PublicPage, publicTexts } from '@konsil/portal-frame';
import { LegalText } from './LegalText.tsx';
import { LegalVersionPage } from './LegalVersionPage.tsx';
import { legalPaths } from './paths.ts';
import { sectionsOf } from './sections.ts';
import { legalTexts } from './texts.ts';

/** The version and the first day of a text: "Version 2, in force since 1 December 2026". */
const useStanding = () => {
  const { t } = useTexts(legalTexts);
  const format = useFormat();
  return ({ state, version, holds_from: day }: LegalVersion) =>
    t(`standing.${state}`, { version, day: format.day(day) });
};

function OtherVersions({ versions }: { versions: LegalVersion[] }) {
  const { t } = useTexts(legalTexts);
  const standing = useStanding();
  if (versions.length === 0) return null;
  return (
    <Section title={t('others')}>
      <List>
        {versions.map((one) => (
          <ListLinkRow key={one.id} to={`${legalPaths[one.kind]}/${one.version}`} title={standing(one)} />
        ))}
      </List>
    </Section>
  );
}

/** An operator's text as it is in force, with its other versions. */
function LegalPage({ kind }: { kind: 'imprint' | LegalKind }) {
  const { t } = useTexts(legalTexts);
  const { t: p } = useTexts(publicTexts);
  const locale = useLocale();
  const standing = useStanding();
  const { data, error, refetch } = useLegalTextsQuery();
  const text = data?.[kind]?.[writtenFor(locale)[0]];
  const versions = data?.versions.filter((one) => one.kind === kind) ?? [];
  const current = versions.find(({ state }) => state === 'current');
  const isEmpty = data && (text === undefined || sectionsOf(text).length === 0);
  return (
    <PublicPage width="wide">
      <PageTitle lead={current && standing(current)}>{kind === 'terms' ? t('terms') : p(`legal.${kind}`)}</PageTitle>
      {!data && !error && (
        <Waiting>
          <Skeleton shape="block" />
        </Waiting>
      )}
      {!data && error && <LoadFailed problem={error} onRetry={refetch} />}
      {isEmpty && <p>{kind === 'terms' ? t('noTerms') : p('legal.none')}</p>}
      {text !== undefined && <LegalText text={text} />}
      <OtherVersions versions={versions.filter((one) => one !== current)} />
      {kind === 'privacy' && data?.terms && (
        <TextLink standalone to={legalPaths.terms}>
          {t('terms')}
        </TextLink>
      )}
    </PublicPage>
  );
}

/** A text as it is in force, or the version in the address. */
function VersionedPage({ kind }: { kind: LegalKind }) {
  return useParams()['version'] ? <LegalVersionPage kind={kind} /> : <LegalPage kind={kind} />;
}

/** `/impressum` */
export const ImprintPage = () => <LegalPage kind="imprint" />;
/** `/datenschutz`, `/datenschutz/2` */
export const PrivacyNoticePage = () => <VersionedPage kind="privacy" />;
/** `/nutzungsbedingungen`, `/nutzungsbedingungen/2` */
export const TermsPage = () => <VersionedPage kind="terms" />;
