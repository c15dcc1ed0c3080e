import { useGetEpicrisisQuery } from '@konsil/api/epicrisis';
import { LoadFailed, Waiting } from '@konsil/common';
import { summarySections, type EpicrisisVersion } from '@konsil/contracts/epicrisis';
import type { Patient } from '@konsil/contracts/patients';
import { excerptOf, languageOf, useFormat, useTexts } from '@konsil/i18n';
import { Avatar, Badge, Card, EmptyState, Row, Section, Stack, Text, TextLink } from '@konsil/ui';
import { epicrisisPageTexts } from '../epicrisis/texts.ts';
import { paths } from '../paths.ts';
import { patientPageTexts } from './texts.ts';

const readingOrder = ['plain_language', ...summarySections] as const;
const longest = 320;

/** The beginning of a person's newest summary, once it was read on its own page. */
export function NewestSummary({ patient: { id, summary_unread } }: { patient: Patient }) {
  const { t } = useTexts(patientPageTexts);
  const { t: ofSummary } = useTexts(epicrisisPageTexts);
  const unread = summary_unread === true;
  // The request counts as reading it.
  const { currentData, error, refetch } = useGetEpicrisisQuery(id, { skip: unread });
  const isThere = unread || Boolean(currentData?.released);
  const content = () => {
    if (unread)
      return (
        <Card>
          <Stack gap={2}>
            <span>
              <Badge tone="you">{t('page.summaryNew')}</Badge>
            </span>
            <p>{t('page.summaryThere')}</p>
          </Stack>
        </Card>
      );
    if (!currentData) return error ? <LoadFailed problem={error} onRetry={refetch} /> : <Waiting rows={2} />;
    if (currentData.released) return <Beginning version={currentData.released} />;
    return (
      <Card padding="none">
        <EmptyState>{ofSummary('none')}</EmptyState>
      </Card>
    );
  };
  return (
    <Section
      title={t('page.summary')}
      action={isThere && <TextLink to={paths.epicrisis(id)}>{t('page.readSummary')}</TextLink>}
    >
      {content()}
    </Section>
  );
}

function Beginning({
  version: { author, content, created_at: at, released_at: released },
}: {
  version: EpicrisisVersion;
}) {
  const { t } = useTexts(epicrisisPageTexts);
  const format = useFormat();
  const first = readingOrder.find((section) => content[section].trim() !== '');
  return (
    <Card>
      <Stack gap={2}>
        {first && (
          <>
            <Text as="p" strong>
              {t(`sections.${first}`)}
            </Text>
            <p lang={languageOf(content[first])}>{excerptOf(content[first], longest)}</p>
          </>
        )}
        <Row gap={3} wrap={false}>
          <Avatar name={author} voice="doctor" />
          <Text as="p" tone="muted" size="small">
            {t('by', { author, day: format.dayLong(released ?? at) })}
          </Text>
        </Row>
      </Stack>
    </Card>
  );
}
