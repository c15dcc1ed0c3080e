// @bundle route
import { useConflict } from '@konsil/forms/conflict';
import { useSaveDraft } from '@konsil/drafts/drafted-form';
import { DraftQuestion, useDraftNote } from '@konsil/common';
import type { Draft } from '@konsil/drafts/drafts';
import { useSaveEpicrisisMutation } from '@konsil/api/epicrisis';
import { useZodForm } from '@konsil/forms/forms';
import { epicrisisSections } from '@konsil/contracts/codes';
import { epicrisisSchema, type Epicrisis, type EpicrisisContent } from '@konsil/contracts/epicrisis';
import type { ProcessOverview } from '@konsil/contracts/cases';
import { toGivenCode, type MedicalCode } from '@konsil/contracts/medical-codes';
import { fullName } from '@konsil/contracts/full-name';
import { useCommon, useTexts } from '@konsil/i18n';
import { Alert, Button, Columns, ConfirmDialog, ErrorSummary, Form, Stack, TextArea, useToast } from '@konsil/ui';
import { useCallback, useRef, useState } from 'react';
import { SnippetMenu } from '../answer/SnippetMenu';
import { ConflictNote } from './ConflictNote';
import { KnownTexts, type Known } from './KnownTexts';
import { EpicrisisChanges } from './EpicrisisChanges';
import { EpicrisisCodes } from './EpicrisisCodes';
import { emptyEpicrisis, epicrisisFormSchema, writtenOf } from './epicrisis-form';
import { EditorFoot, Sections } from './epicrisis-parts';
import { PreparedSummaries } from './PreparedSummaries';
import { useSectionWord } from './section-word';
import { epicrisisTexts } from './texts';
import { useAboveKeyboard } from './use-above-keyboard';

/** `version`: the one loaded when editing began. */
export type EpicrisisDraft = EpicrisisContent & { codes?: MedicalCode[]; version: number };

interface EpicrisisFormProps {
  epicrisis: Epicrisis;
  draft: Draft<EpicrisisDraft>;
  /** The case beside whose documents it is written, with little room. */
  inCase?: ProcessOverview | undefined;
  /** Offered for taking over. */
  known: readonly Known[];
  /** The codes of the newest answer, offered as well. */
  knownCodes?: readonly MedicalCode[] | undefined;
  onSaved: () => void;
}

type Section = keyof EpicrisisContent;
/** Seven sections and the plain-language one; saved as a draft or released to the patient. */
export function EpicrisisForm({ epicrisis, draft, inCase, known, knownCodes = [], onSaved }: EpicrisisFormProps) {
  const { t } = useTexts(epicrisisTexts);
  const { t: common } = useCommon();
  const toast = useToast();
  const [save] = useSaveEpicrisisMutation();
  const [asking, setAsking] = useState(false);
  const [section, setSection] = useState<Section>('occasion');
  const releasing = useRef(false);
  const [opened] = useState(draft.restored?.version ?? epicrisis.version);
  const { theirs, version = opened, watching, settle } = useConflict(epicrisisSchema, opened);
  const { form, field, errorOf, onSubmit, summary, busy } = useZodForm({
    schema: epicrisisFormSchema,
    defaultValues: {
      ...emptyEpicrisis,
      ...(epicrisis.current ? writtenOf(epicrisis.current) : { codes: [] }),
      ...draft.restored,
    },
    guard: false,
    act: async ({ codes, ...content }) => {
      await watching(
        save({
          patientId: epicrisis.patient.id,
          body: { version, content, codes: codes.map(toGivenCode), release: releasing.current },
        }).unwrap(),
      );
      await draft.drop();
      toast({ text: common('toasts.epicrisisUpdated') });
      onSaved();
    },
  });
  const { keep } = draft;
  // Until a conflict is resolved, the draft keeps the version its author loaded.
  const read = theirs ? opened : version;
  useSaveDraft(form, {
    keep: useCallback((content: EpicrisisContent) => keep({ ...content, version: read }), [keep, read]),
  });
  const note = useDraftNote(draft);
  const { style, up, foot, follow } = useAboveKeyboard();

  const submit = (release: boolean) => {
    releasing.current = release;
    setAsking(false);
    void onSubmit();
  };
  /** Errors are shown before the release is confirmed. */
  const release = async () => ((await form.trigger()) ? setAsking(true) : submit(true));
  const takeTheirs = () => {
    if (theirs?.current) form.reset(writtenOf(theirs.current));
    settle();
  };
  const take = ({ text, into }: Known) => {
    const written = form.getValues(into).trimEnd();
    form.setValue(into, written ? `${written}\n${text.trim()}` : text.trim(), { shouldDirty: true });
    form.setFocus(into);
  };
  const wordOf = useSectionWord();
  const layout = inCase ? {} : ({ layout: 'beside' } as const);
  const Frame = inCase ? Stack : Columns;
  return (
    <Frame>
      <Form
        style={style}
        onInput={follow}
        onSubmit={(event) => {
          event.preventDefault();
          submit(false);
        }}
        onFocus={({ target }) => target instanceof HTMLTextAreaElement && setSection(target.name as Section)}
      >
        {draft.restored && <Alert>{common('words.draftBack')}</Alert>}
        <DraftQuestion draft={draft} />
        <ErrorSummary {...summary} errors={theirs ? [] : summary.errors} />
        {theirs?.current && (
          <ConflictNote
            theirs={theirs.current}
            mine={form.getValues()}
            onKeepMine={() => submit(releasing.current)}
            onTakeTheirs={takeTheirs}
          />
        )}
        {inCase && (
          <PreparedSummaries
            theCase={inCase}
            own={form.watch()}
            adopt={(content) => draft.adopt({ ...form.getValues(), ...content, version: read })}
          />
        )}
        <KnownTexts known={known} content={form.watch()} wordOf={wordOf} onTake={take} />
        <Sections>
          {epicrisisSections.map((name) => (
            <TextArea key={name} {...field(name)} {...layout} label={wordOf(name)} rows={2} />
          ))}
          <TextArea
            {...field('plain_language')}
            {...layout}
            label={wordOf('plain_language')}
            hint={t(`plainHint.${epicrisis.patient.gender}`)}
            rows={4}
          />
        </Sections>
        <EpicrisisCodes
          codes={form.watch('codes')}
          known={knownCodes}
          onChange={(codes) =>
            form.setValue('codes', codes, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
          }
          errorOf={errorOf}
        />
        <EditorFoot ref={foot} data-above-keyboard={up || undefined}>
          <SnippetMenu patient={epicrisis.patient} into={section} />
          <p>{t('snippetInto', { section: wordOf(section) })}</p>
          <Button onClick={() => void release()} busy={busy}>
            {t('release')}
          </Button>
          <Button type="submit" variant="secondary" busy={busy}>
            {t('saveDraft')}
          </Button>
          {note && <p role="status">{note}</p>}
        </EditorFoot>
        <ConfirmDialog
          open={asking}
          title={t('releaseTitle', { name: fullName(epicrisis.patient) })}
          confirmLabel={t('releaseConfirm')}
          cancelLabel={t('cancel')}
          onConfirm={() => submit(true)}
          onCancel={() => setAsking(false)}
        >
          {t('releaseText', { name: fullName(epicrisis.patient) })}
        </ConfirmDialog>
      </Form>
      <EpicrisisChanges epicrisis={epicrisis} mine={form.watch()} />
    </Frame>
  );
}
