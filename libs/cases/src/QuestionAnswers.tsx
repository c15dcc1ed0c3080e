// @bundle topics
import type { Question } from '@konsil/contracts/cases';
import { useTexts } from '@konsil/i18n';
import { Text } from '@konsil/ui';
import { Questions, UserText } from './cases-parts.ts';
import { caseTexts } from './texts.ts';

/** The patient's questions, each with its answer if there is one. */
export function QuestionAnswers({
  questions,
  answersHidden = false,
}: {
  questions: readonly Question[];
  answersHidden?: boolean;
}) {
  const { t } = useTexts(caseTexts);
  return (
    <Questions>
      {questions.map(({ id, text, answer }) => (
        <li key={id}>
          <Text strong>{text}</Text>
          {!answersHidden &&
            (answer === null ? (
              <Text tone="muted" size="small">
                {t('questions.open')}
              </Text>
            ) : (
              <UserText>{answer}</UserText>
            ))}
        </li>
      ))}
    </Questions>
  );
}
