import { StrangerNote } from '@konsil/common';
import { useTexts } from '@konsil/i18n';
import { Alert, Button, CheckboxField, FileName, Text } from '@konsil/ui';
import { DescribeDocument } from '../describe/DescribeDocument.tsx';
import { useDetailWords } from '../describe/detail-words.ts';
import type { Details } from '../describe/details.ts';
import { uploadTexts } from '../texts.ts';
import { FirstPage } from './FirstPage.tsx';
import { BelowCheckbox, GuessedBox, GuessedPage, GuessedPicture } from './panel-parts.ts';
import { otherPersonOn, type Question } from './rows.ts';

/** The id of the checkbox that confirms a file's guess. */
export const tickOf = ({ entry }: Question): string => `guessed-${entry.document.id}`;

export interface GuessedFileProps {
  question: Question;
  ticked: boolean;
  onTick: (on: boolean) => void;
  /** True if it is being corrected. */
  changing: boolean;
  onChange: () => void;
  onDescribed: (details: Details) => void;
}

/** The guess for one file, with its thumbnail: to confirm or to correct. */
export function GuessedFile({ question, ticked, onTick, changing, onChange, onDescribed }: GuessedFileProps) {
  const { t } = useTexts(uploadTexts);
  const words = useDetailWords();
  const { document } = question.entry;
  const fellows = question.fellows.map((fellow) => fellow.document);
  const { file_name: name, guess = {}, preview_url: picture } = document;
  const stranger = otherPersonOn(document);
  return (
    <GuessedBox>
      {picture ? (
        <GuessedPicture src={picture} alt="" />
      ) : (
        <GuessedPage>
          <FirstPage document={document} />
        </GuessedPage>
      )}
      {changing ? (
        <Text as="p" strong>
          <FileName>{name}</FileName>
        </Text>
      ) : (
        <CheckboxField
          id={tickOf(question)}
          label={
            <Text strong>
              <FileName>{name}</FileName>
            </Text>
          }
          hint={words.details(guess)}
          checked={ticked}
          onChange={(event) => onTick(event.currentTarget.checked)}
        />
      )}
      {fellows.length > 0 && (
        <Text as="p" tone="muted" size="small">
          {t('review.fellows', { count: fellows.length })}
        </Text>
      )}
      {stranger && <StrangerNote stranger={stranger} />}
      {document.unopened && <Alert tone="warning">{t('unopened')}</Alert>}
      {document.form && <Alert tone="warning">{t('form')}</Alert>}
      {changing ? (
        <DescribeDocument document={document} fellows={fellows} before={null} takeFocus onDescribed={onDescribed} />
      ) : (
        <BelowCheckbox>
          <Button size="small" variant="quiet" aria-label={t('editDetails', { name })} onClick={onChange}>
            {t('guess.wrong')}
          </Button>
        </BelowCheckbox>
      )}
    </GuessedBox>
  );
}
