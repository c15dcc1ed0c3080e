import { SaidMissing } from '@konsil/cases';
import type { ProcessOverview } from '@konsil/contracts/cases';
import { useCommon, useFormat, useTexts } from '@konsil/i18n';
import { Stack, Text, TextLink } from '@konsil/ui';
import { paths } from '../paths';
import { SecondLookAnswers } from '../second-looks/SecondLooks';
import { AnamnesisPane } from './AnamnesisPane';
import { Given, OverviewBox } from './case-parts';
import { useStartReading } from './reading';
import { caseTexts } from './texts';

/** The first "document" of a case: what the patient wrote, and what was answered; readable beside the answer. */
export function Overview({ theCase }: { theCase: ProcessOverview }) {
  const { t } = useTexts(caseTexts);
  const { t: common } = useCommon();
  const format = useFormat();
  const place = useStartReading();
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
        {answers.length > 0 && (
          <section>
            <h3>{t('overview.answers')}</h3>
            <Given>
              {answers.map(({ id, option, answered_at, answered_by }) => (
                <li key={id}>
                  <time dateTime={answered_at}>{format.day(answered_at)}</time>
                  <TextLink to={paths.givenAnswer(theCase, id)}>{common(`codes.answerOption.${option}`)}</TextLink>
                  <Text tone="muted">{answered_by}</Text>
                </li>
              ))}
            </Given>
          </section>
        )}
      </Stack>
    </OverviewBox>
  );
}
