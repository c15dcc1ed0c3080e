import { LetterRecipients, SaidMissing, useAuthor } from '@konsil/cases';
import type { ProcessOverview } from '@konsil/contracts/cases';
import { useCommon, useFormat, useTexts } from '@konsil/i18n';
import { Stack, Text, TextLink } from '@konsil/ui';
import { useIsAssistant } from '../assistants/use-is-assistant';
import { paths } from '../paths';
import { SecondLookAnswers } from '../second-looks/SecondLooks';
import { AnamnesisPane } from './AnamnesisPane';
import { GivenDetails, OverviewBox } from './case-parts';
import { useStartReading } from './reading';
import { caseTexts } from './texts';

/** The first "document" of a case: what the patient wrote, and what was answered; readable beside the answer. */
export function Overview({ theCase }: { theCase: ProcessOverview }) {
  const { t } = useTexts(caseTexts);
  const { t: common } = useCommon();
  const format = useFormat();
  const author = useAuthor();
  const place = useStartReading();
  const isAssistant = useIsAssistant();
  const notes = theCase.requests.filter(({ note, said_missing: missing }) => note.trim() || missing.length > 0);
  const answers = [...theCase.answers].reverse();
  return (
    // Scrolls by arrow keys.
    <OverviewBox ref={place} tabIndex={0} role="region" aria-label={t('overview.title')}>
      <Stack gap={5}>
        <h2>
          {t('overview.title')}: {theCase.case_name}
        </h2>
        {notes.length > 0 && (
          <Stack gap={3}>
            {[...notes].reverse().map(({ id, note, said_missing: missing, sent_at, sent_by }) => (
              <div key={id}>
                <Text as="small" tone="muted">
                  {t('notes.by', { name: sent_by, day: format.day(sent_at) })}
                </Text>
                {note.trim() && (
                  <Text as="p" preserveLines>
                    {note}
                  </Text>
                )}
                <SaidMissing documents={missing} />
              </div>
            ))}
          </Stack>
        )}
        <AnamnesisPane theCase={theCase} />
        <SecondLookAnswers theCase={theCase} />
        {!isAssistant && <LetterRecipients theCase={theCase} reader="doctor" headingLevel={3} />}
        {answers.length > 0 && (
          <section>
            <h3>{t('overview.answers')}</h3>
            <GivenDetails>
              {answers.map((answer) => (
                <li key={answer.id}>
                  <time dateTime={answer.answered_at}>{format.day(answer.answered_at)}</time>
                  <TextLink to={paths.givenAnswer(theCase, answer.id)}>
                    {common(`codes.answerOption.${answer.option}`)}
                  </TextLink>
                  <Text tone="muted">{author(answer)}</Text>
                </li>
              ))}
            </GivenDetails>
          </section>
        )}
      </Stack>
    </OverviewBox>
  );
}
