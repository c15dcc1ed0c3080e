import { useCallback, useEffect, useRef, useState } from 'react';
import { useDraft } from '@konsil/drafts/drafts';
import type { Draft } from '@konsil/drafts/drafts';
import { useSaveDraft } from '@konsil/drafts/drafted-form';
import { useZodForm } from '@konsil/forms/forms';
import { DraftQuestion, useDraftNote, WaitingForDraft } from '@konsil/common';
import { metadataFormSchema } from '@konsil/contracts/documents';
import type { Document } from '@konsil/contracts/documents';
import { useCommon, useTexts } from '@konsil/i18n';
import {
  Alert,
  Button,
  CheckboxField,
  Dialog,
  ErrorSummary,
  Fieldset,
  FileName,
  Form,
  FormActions,
  Text,
} from '@konsil/ui';
import { uploadTexts } from '../texts.ts';
import { DateFields, KindFields, SourceFields } from './DetailFields.tsx';
import { hasOwnDate, selectedByDefault, sharedGuess, startingDetails } from './details.ts';
import { useDetailWords } from './detail-words.ts';
import type { Details } from './details.ts';
import { useDescribeMany } from './use-describe.ts';

export interface DescribeAllProps {
  caseId: string;
  entries: readonly { document: Document }[];
  open: boolean;
  onClose: () => void;
  onDescribed: (documents: readonly Document[], details: Details) => void;
}

/** From this number of files on, one button selects all or none. */
const few = 3;

/**
 * A form that gives several documents the same details, with one request each. Guesses that the selected files share
 * are filled in; unfinished input is kept as a draft of the case.
 */
export function DescribeAll({ open, onClose, ...form }: DescribeAllProps) {
  const { t } = useTexts(uploadTexts);
  const { t: common } = useCommon();
  const [choices, setChoices] = useState<Choices>(new Map());
  const choose = (ids: readonly string[], on: boolean) =>
    setChoices(new Map([...choices, ...ids.map((id) => [id, on] as const)]));
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('all.title')}
      description={t('all.text')}
      closeLabel={common('words.close')}
    >
      {open && <AllForm {...form} choices={choices} choose={choose} onClose={onClose} />}
    </Dialog>
  );
}

/** The user's own choice per file: whether it gets the details. */
type Choices = ReadonlyMap<string, boolean>;
interface AllFormProps extends Omit<DescribeAllProps, 'open'> {
  choices: Choices;
  choose: (ids: readonly string[], on: boolean) => void;
}

function AllForm(props: AllFormProps) {
  const draft = useDraft<Details>(`documents:${props.caseId}`);
  return draft.status === 'loading' ? <WaitingForDraft /> : <OpenForm {...props} draft={draft} />;
}

function OpenForm({
  entries,
  choices,
  choose,
  onClose,
  onDescribed,
  draft,
}: Omit<AllFormProps, 'caseId'> & { draft: Draft<Details> }) {
  const { t } = useTexts(uploadTexts);
  const { t: common } = useCommon();
  const { save, left } = useDescribeMany();
  const words = useDetailWords();
  const documents = entries.map(({ document }) => document);
  const together = selectedByDefault(documents);
  const chosen = documents.filter((document) => choices.get(document.id) ?? together.includes(document));
  const guess = draft.restored ? {} : sharedGuess(chosen.map(({ guess: known = {} }) => known));
  const noneChosen = chosen.length === 0;
  /** The number of times that the form was submitted with no file selected. */
  const [inVain, setInVain] = useState(0);

  const details = useZodForm<Details, Details>({
    schema: metadataFormSchema,
    scope: 'all-',
    guard: false,
    defaultValues: { ...startingDetails(guess), ...draft.restored },
    act: async (values) => {
      if (noneChosen) return setInVain((count) => count + 1);
      const done = await save(chosen.map((document) => [document, values] as const));
      onDescribed(done, values);
      if (done.length < chosen.length) return;
      await draft.drop();
      onClose();
    },
  });
  const { reset } = details.form;
  const filling = useRef(false);
  const { keep } = draft;
  useSaveDraft(details.form, {
    keep: useCallback((values: Details) => void (filling.current || keep(values)), [keep]),
  });
  const start = JSON.stringify({ medical_kind_code: '', source_kind_code: '', ...startingDetails(guess) });
  // The selection decides what is filled in until the user types; a selection alone is no draft.
  useEffect(() => {
    if (draft.restored) return;
    filling.current = true;
    reset(JSON.parse(start) as Details, { keepDirtyValues: true });
    filling.current = false;
  }, [start, reset, draft.restored]);
  const note = useDraftNote(draft);
  const attempt = details.summary.attempt + inVain;
  const filesMissing = noneChosen && attempt > 0 ? t('all.filesMissing') : undefined;
  const wrong = [...(filesMissing ? [{ name: 'all-files', message: filesMissing }] : []), ...details.summary.errors];
  return (
    <Form onSubmit={(event) => void details.onSubmit(event)}>
      <DraftQuestion draft={draft} />
      <ErrorSummary
        title={filesMissing ? common('form.errorTitle', { count: wrong.length }) : details.summary.title}
        errors={wrong}
        attempt={attempt}
      />
      {left.length > 0 && <Alert tone="danger">{t('all.failed', { count: left.length })}</Alert>}
      <Fieldset name="all-files" legend={t('all.files')} error={filesMissing}>
        {documents.length > few && (
          <CheckboxField
            label={t('all.every', { count: documents.length })}
            checked={chosen.length === documents.length}
            onChange={(event) =>
              choose(
                documents.map(({ id }) => id),
                event.currentTarget.checked,
              )
            }
          />
        )}
        {documents.map((document) => {
          const { id, file_name: name, guess: known = {} } = document;
          const what = words.details(known);
          return (
            <CheckboxField
              key={id}
              id={`describe-${id}`}
              label={<FileName>{name}</FileName>}
              hint={what && t('guess.is', { what })}
              checked={chosen.includes(document)}
              onChange={(event) => choose([id], event.currentTarget.checked)}
            />
          );
        })}
      </Fieldset>
      {Object.keys(guess).length > 0 && (
        <Text as="p" tone="muted">
          {t('all.guessed')}
        </Text>
      )}
      <KindFields details={details} />
      <DateFields details={details} dated={!noneChosen && chosen.every(hasOwnDate)} />
      <SourceFields details={details} />
      <FormActions note={note}>
        <Button type="submit" busy={details.busy}>
          {t('all.save', { count: chosen.length })}
        </Button>
        <Button variant="quiet" onClick={onClose}>
          {common('words.cancel')}
        </Button>
      </FormActions>
    </Form>
  );
}
