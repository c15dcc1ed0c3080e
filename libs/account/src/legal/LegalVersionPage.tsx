import { useParams } from 'react-router-dom';
import { useLegalTextsQuery, useLegalVersionQuery } from '@konsil/api/legal-texts';
import { LoadFailed, Waiting } from '@konsil/common';
import type { LegalKind } from '@konsil/contracts/legal-notices';
import { writtenFor } from '@konsil/contracts/written';
import { useFormat, useLocale, useTexts } from '@konsil/i18n';
import { Alert, BackLink, PageTitle, Section, Skeleton, TextLink } from '@konsil/ui';
import { PublicPage, publicTexts } from '@konsil/portal-frame';
import { LegalText, Paragraphs } from './LegalText.tsx';
import { legalPaths } from './paths.ts';
import { legalTexts } from './texts.ts';

/** One version of a legal text: what changed with it, and all of it. */
export function LegalVersionPage({ kind }: { kind: LegalKind }) {
  const { t } = useTexts(legalTexts);
  const { t: p } = useTexts(publicTexts);
  const [language] = writtenFor(useLocale());
  const format = useFormat();
  const { version: wanted } = useParams();
  const texts = useLegalTextsQuery();
  const listed = texts.data?.versions.find((one) => one.kind === kind && String(one.version) === wanted);
  const result = useLegalVersionQuery(listed?.id ?? '', { skip: !listed });
  const shown = result.currentData;
  const error = texts.error ?? result.error;
  const isGone = texts.data !== undefined && !listed;
  const name = kind === 'terms' ? t('terms') : p('legal.privacy');
  return (
    <PublicPage width="wide">
      <PageTitle
        back={<BackLink to={legalPaths[kind]}>{name}</BackLink>}
        lead={listed && t(`standing.${listed.state}`, { version: listed.version, day: format.day(listed.holds_from) })}
      >
        {isGone ? t('gone') : name}
      </PageTitle>
      {listed && listed.state !== 'current' && (
        <Alert>
          {t(listed.state === 'past' ? 'isPast' : 'isPlanned')}{' '}
          <TextLink to={legalPaths[kind]}>{t('toCurrent')}</TextLink>
        </Alert>
      )}
      {!shown && !error && !isGone && (
        <Waiting>
          <Skeleton shape="block" />
        </Waiting>
      )}
      {!shown && error && (
        <LoadFailed problem={error} onRetry={() => void (texts.error ? texts.refetch() : result.refetch())}>
          {t('failed')}
        </LoadFailed>
      )}
      {shown && (
        <>
          <Section title={t('changes')}>
            <Paragraphs texts={[shown.changes[language]]} />
          </Section>
          <LegalText text={shown.text[language]} />
        </>
      )}
    </PublicPage>
  );
}
