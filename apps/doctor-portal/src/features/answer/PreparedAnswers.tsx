import { useListPreparedAnswersQuery, useTakePreparedAnswerMutation } from '@konsil/api/assistants';
import { problemOf } from '@konsil/api/problem';
import { LoadFailed } from '@konsil/common';
import type { PreparedAnswer } from '@konsil/contracts/assistant-states';
import type { ProcessOverview } from '@konsil/contracts/cases';
import { problemText, useCommon, useFormat, useTexts } from '@konsil/i18n';
import { Alert, Button, Dialog, Section, Stack, Text, useToast } from '@konsil/ui';
import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { isAssisting } from '../case/standing-in';
import { hasContent, otherAnswerDraft, otherDrafts, type AnswerForm } from './answer-form';
import { openAnswer } from './open-answer';
import { WholeDraft } from './WholeDraft';
import { answerTexts } from './texts';

type Prepared = PreparedAnswer & { values: AnswerForm };

/** The values of a draft; null if it is empty, or if this form cannot show it. */
const valuesOf = (theCase: ProcessOverview, { content }: PreparedAnswer): AnswerForm | null => {
  const read = otherAnswerDraft.safeParse(content);
  const values = read.success ? openAnswer(theCase, read.data as Partial<AnswerForm>) : null;
  return values && hasContent(values) ? values : null;
};

interface PreparedAnswersProps {
  theCase: ProcessOverview;
  adopt: (values: AnswerForm) => void;
}

/** The drafts of assistants for this answer; the form gets one only when the doctor has read it and takes it over. */
export function PreparedAnswers({ theCase, adopt }: PreparedAnswersProps) {
  const { t } = useTexts(answerTexts);
  const skip = !theCase.assistants?.allowed || isAssisting(theCase);
  const { data = [], error, refetch } = useListPreparedAnswersQuery({ id: theCase.id, of: 'answer' }, { skip });
  const [read, setRead] = useState<Prepared>();
  if (skip) return null;
  if (error)
    return (
      <LoadFailed problem={error} onRetry={refetch}>
        {t('prepared.failed')}
      </LoadFailed>
    );
  const shown = data.flatMap((draft): Prepared[] => {
    const values = valuesOf(theCase, draft);
    return values ? [{ ...draft, values }] : [];
  });
  if (shown.length === 0) return null;
  return (
    <Stack gap={3} data-print="hide">
      {shown.map((draft) => (
        <Offer key={draft.revision} theCase={theCase} draft={draft} onRead={() => setRead(draft)} />
      ))}
      {read && (
        <Comparison
          theCase={theCase}
          draft={read}
          adopt={adopt}
          onClose={() => setRead(undefined)}
          onChanged={() => void refetch()}
        />
      )}
    </Stack>
  );
}

/** A line about a draft: whose, of when, and what has happened since. */
function Offer({ theCase, draft, onRead }: { theCase: ProcessOverview; draft: Prepared; onRead: () => void }) {
  const { t } = useTexts(answerTexts);
  const format = useFormat();
  const { by: name, updated_at: at, taken_at: taken } = draft;
  const since = [
    taken && (taken >= at ? t('prepared.taken', { moment: format.momentWithin(taken) }) : t('prepared.writtenOn')),
    theCase.last_answer && at < theCase.last_answer.answered_at && t('prepared.beforeAnswer'),
    at < (theCase.requests.at(-1)?.sent_at ?? '') && t('prepared.beforeRequest'),
  ].filter(Boolean);
  return (
    <Alert
      title={t('prepared.by', { name, moment: format.momentWithin(at) })}
      action={
        <Button variant="secondary" size="small" aria-label={t('prepared.readOf', { name })} onClick={onRead}>
          {t('prepared.read')}
        </Button>
      }
    >
      {since.length > 0 && since.join(' ')}
    </Alert>
  );
}

interface ComparisonProps extends PreparedAnswersProps {
  draft: Prepared;
  onClose: () => void;
  /** Called when the draft has changed since it was read. */
  onChanged: () => void;
}

/** The draft as it was when it was opened, above what the doctor wrote. */
function Comparison({ theCase, draft, adopt, onClose, onChanged }: ComparisonProps) {
  const { t } = useTexts(answerTexts);
  const { t: common } = useCommon();
  const format = useFormat();
  const toast = useToast();
  const [take, { isLoading }] = useTakePreparedAnswerMutation();
  const own = useFormContext<AnswerForm>().getValues();
  const replaces = hasContent(own);
  const { by: name, values } = draft;
  const takeOver = async () => {
    try {
      await take({ id: theCase.id, revision: draft.revision, of: 'answer' }).unwrap();
      // Places, measurements and codes are the doctor's own choice.
      adopt({ ...values, measurements: own.measurements, pins: [], codes: own.codes });
    } catch (error) {
      const problem = problemOf(error);
      const isOld = problem.code === 'conflict';
      toast({ tone: 'danger', text: isOld ? t('prepared.changed', { name }) : problemText(common, problem) });
      if (!isOld) return;
      onChanged();
    }
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      closeLabel={common('words.close')}
      size="large"
      title={t('prepared.title', { name })}
      description={t('prepared.of', { moment: format.momentWithin(draft.updated_at) })}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {common('words.close')}
          </Button>
          <Button busy={isLoading} onClick={() => void takeOver()}>
            {t(replaces ? 'prepared.replace' : 'prepared.take')}
          </Button>
        </>
      }
    >
      <Stack gap={5}>
        <WholeDraft theCase={theCase} values={values} />
        {otherDrafts(values).length > 0 && (
          <Text as="p">
            {t('prepared.others', {
              kinds: format.list(otherDrafts(values).map((kind) => common(`codes.answerOption.${kind}`))),
            })}
          </Text>
        )}
        {replaces && (
          <Section title={t('prepared.own')}>
            <Text as="p">{t('prepared.ownText')}</Text>
            <WholeDraft theCase={theCase} values={own} />
          </Section>
        )}
      </Stack>
    </Dialog>
  );
}
