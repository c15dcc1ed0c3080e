import { CaseTimeline, LetterRecipients, SaidMissing } from '@konsil/cases';
import type { ProcessOverview } from '@konsil/contracts/cases';
import { useDocumentKeys } from '@konsil/documents';
import { useFormat, useTexts } from '@konsil/i18n';
import { Stack, Text, TextLink } from '@konsil/ui';
import { useSearchParams } from 'react-router-dom';
import { useIsAssistant } from '../assistants/use-is-assistant';
import { paths } from '../paths';
import { SecondLookAnswers } from '../second-looks/SecondLooks';
import { AnamnesisPane } from './AnamnesisPane';
import { OverviewBox } from '../case-parts/case-parts';
import { useStartReading } from './reading';
import { caseTexts } from '../case-parts/texts';
import { keepShown, overviewName, timelinePlaces } from './timeline-places';

interface OverviewProps {
  theCase: ProcessOverview;
  /** Opens the first document. */
  onNext?: (() => void) | undefined;
}

/** Newest events that the overview shows. */
const newestEvents = 5;

/** The first "document" of a case, readable beside the answer. Alt+Shift+arrow leads to the first real one. */
export function Overview({ theCase, onNext }: OverviewProps) {
  const { t } = useTexts(caseTexts);
  const place = useStartReading();
  useDocumentKeys(undefined, onNext);
  return (
    // Scrolls by arrow keys.
    <OverviewBox ref={place} tabIndex={0} role="region" aria-label={t('overview.title')}>
      <OverviewContent theCase={theCase} beside />
    </OverviewBox>
  );
}

/** The overview's content: the patient's texts, with the questions first, and the newest events. */
export function OverviewContent({
  theCase,
  beside = false,
}: Pick<OverviewProps, 'theCase'> & {
  /** Shown beside the panes, where links leave it open. */
  beside?: boolean;
}) {
  const [params] = useSearchParams();
  const shown = new URLSearchParams(params);
  // The overview of a new case is not named in the address.
  if (beside) shown.set('document', overviewName);
  const { t } = useTexts(caseTexts);
  const format = useFormat();
  const isAssistant = useIsAssistant();
  const notes = theCase.requests.filter(({ note, said_missing: missing }) => note.trim() || missing.length > 0);
  return (
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
      <AnamnesisPane theCase={theCase} questionsFirst />
      <SecondLookAnswers theCase={theCase} />
      {!isAssistant && <LetterRecipients theCase={theCase} reader="doctor" headingLevel={3} />}
      {theCase.timeline.length > 0 && (
        <Stack as="section" gap={3}>
          <h3>{t('panes.course')}</h3>
          <CaseTimeline
            theCase={theCase}
            optionWords="answerOption"
            places={timelinePlaces(theCase, shown)}
            newest={newestEvents}
          />
          {theCase.timeline.length > newestEvents && (
            <TextLink standalone to={keepShown(`${paths.case(theCase)}/course`, shown)}>
              {t('overview.course', { count: theCase.timeline.length })}
            </TextLink>
          )}
        </Stack>
      )}
    </Stack>
  );
}
