import type { PreparedDraft } from '@konsil/contracts/assistant-states';
import type { ProcessOverview } from '@konsil/contracts/cases';
import { useCommon, useFormat, useTexts } from '@konsil/i18n';
import { Text } from '@konsil/ui';
import { useFormContext } from 'react-hook-form';
import { PreparedDrafts } from '../prepared/PreparedDrafts';
import { hasContent, otherAnswerDraft, otherDrafts, type AnswerForm } from './answer-form';
import { openAnswer } from './open-answer';
import { WholeDraft } from './WholeDraft';
import { answerTexts } from './texts';

const valuesOf = (theCase: ProcessOverview, { content }: PreparedDraft): AnswerForm | null => {
  const read = otherAnswerDraft.safeParse(content);
  const values = read.success ? openAnswer(theCase, read.data as Partial<AnswerForm>) : null;
  return values && hasContent(values) ? values : null;
};

interface PreparedAnswersProps {
  theCase: ProcessOverview;
  adopt: (values: AnswerForm) => void;
}

/** The drafts of assistants for this answer. */
export function PreparedAnswers({ theCase, adopt }: PreparedAnswersProps) {
  const { t } = useTexts(answerTexts);
  const { getValues } = useFormContext<AnswerForm>();
  const { last_answer: last, requests } = theCase;
  return (
    <PreparedDrafts
      theCase={theCase}
      of="answer"
      valuesOf={(draft) => valuesOf(theCase, draft)}
      sinceOf={({ updated_at: at }) => [
        ...(last && at < last.answered_at ? [t('prepared.beforeAnswer')] : []),
        ...(at < (requests.at(-1)?.sent_at ?? '') ? [t('prepared.beforeRequest')] : []),
      ]}
      show={(values) => <Prepared theCase={theCase} values={values} />}
      showReplaced={() => {
        const own = getValues();
        return hasContent(own) ? <WholeDraft theCase={theCase} values={own} /> : null;
      }}
      adopt={(values) => {
        const { measurements, codes } = getValues();
        // Places, measurements and codes are the doctor's own choice.
        adopt({ ...values, measurements, pins: [], codes });
      }}
    />
  );
}

function Prepared({ theCase, values }: { theCase: ProcessOverview; values: AnswerForm }) {
  const { t } = useTexts(answerTexts);
  const { t: common } = useCommon();
  const format = useFormat();
  const kinds = otherDrafts(values).map((kind) => common(`codes.answerOption.${kind}`));
  return (
    <>
      <WholeDraft theCase={theCase} values={values} />
      {kinds.length > 0 && <Text as="p">{t('prepared.others', { kinds: format.list(kinds) })}</Text>}
    </>
  );
}
