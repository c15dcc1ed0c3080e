import { useLegalTextsQuery } from '@konsil/api/account';
import { LoadFailed, Waiting } from '@konsil/common';
import { useCommon, useLocale, useTexts } from '@konsil/i18n';
import { PageTitle, Section, Skeleton, Text, WithContents } from '@konsil/ui';
import { PublicPage, publicTexts } from '@konsil/portal-frame';
import { sectionsOf } from './sections.ts';

const Paragraphs = ({ texts }: { texts: string[] }) =>
  texts.map((text, at) => (
    <Text as="p" preserveLines key={at}>
      {text}
    </Text>
  ));

/** The operator's text: imprint or privacy notice. */
function LegalPage({ kind }: { kind: 'imprint' | 'privacy' }) {
  const { t } = useTexts(publicTexts);
  const { t: c } = useCommon();
  const locale = useLocale();
  const { data, error, refetch } = useLegalTextsQuery();
  const sections = data && sectionsOf(data[kind][locale]);
  return (
    <PublicPage width="wide">
      <PageTitle>{t(`legal.${kind}`)}</PageTitle>
      {!data && !error && (
        <Waiting>
          <Skeleton shape="block" />
        </Waiting>
      )}
      {!data && error && <LoadFailed problem={error} onRetry={refetch} />}
      {sections?.length === 0 && <p>{t('legal.none')}</p>}
      {sections && (
        <WithContents
          label={c('words.contents')}
          items={sections.flatMap(({ title }, at) => (title === undefined ? [] : [{ id: `part-${at}`, label: title }]))}
        >
          {sections.map(({ title, paragraphs }, at) =>
            title === undefined ? (
              <Paragraphs key={at} texts={paragraphs} />
            ) : (
              <Section key={at} id={`part-${at}`} title={title}>
                <Paragraphs texts={paragraphs} />
              </Section>
            ),
          )}
        </WithContents>
      )}
    </PublicPage>
  );
}

/** `/impressum` */
export const ImprintPage = () => <LegalPage kind="imprint" />;
/** `/datenschutz` */
export const PrivacyNoticePage = () => <LegalPage kind="privacy" />;
