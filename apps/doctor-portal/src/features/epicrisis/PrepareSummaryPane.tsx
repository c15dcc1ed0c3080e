// @bundle route
import { shortDoctorName } from '@konsil/cases';
import { DraftQuestion, useDraftNote, WaitingForDraft } from '@konsil/common';
import type { ProcessOverview } from '@konsil/contracts/cases';
import { epicrisisContentSchema, summarySections, type EpicrisisContent } from '@konsil/contracts/epicrisis';
import { useSaveDraft } from '@konsil/drafts/drafted-form';
import { useDraft, type Draft } from '@konsil/drafts/drafts';
import { useZodForm } from '@konsil/forms/forms';
import { useTexts } from '@konsil/i18n';
import { Stack, TextArea } from '@konsil/ui';
import { DraftState } from '../prepared/DraftState';
import { emptyEpicrisis } from './epicrisis-form';
import { EditorFoot, Sections } from './epicrisis-parts';
import { KnownTexts, knownOf, type Known } from './KnownTexts';
import { useSectionWord } from './section-word';
import { epicrisisTexts } from './texts';

/** The assistant's draft of the patient's medical summary. There is nothing to save or release here. */
export function PrepareSummaryPane({ theCase }: { theCase: ProcessOverview }) {
  const draft = useDraft<EpicrisisContent>(`prepared-summary:${theCase.id}`);
  if (draft.status === 'loading') return <WaitingForDraft rows={7} />;
  return <PrepareForm theCase={theCase} draft={draft} />;
}

function PrepareForm({ theCase, draft }: { theCase: ProcessOverview; draft: Draft<EpicrisisContent> }) {
  const { t } = useTexts(epicrisisTexts);
  const { form, field } = useZodForm({
    schema: epicrisisContentSchema,
    defaultValues: { ...emptyEpicrisis, ...draft.restored },
    guard: false,
    // Saved as it is written, complete or not.
    act: () => Promise.resolve(),
  });
  useSaveDraft(form, draft);
  const note = useDraftNote(draft);
  const doctor = shortDoctorName(theCase.doctor.name);
  const wordOf = useSectionWord();
  const take = ({ text, into }: Known) => {
    const written = form.getValues(into).trimEnd();
    form.setValue(into, written ? `${written}\n${text.trim()}` : text.trim(), { shouldDirty: true });
    form.setFocus(into);
  };
  return (
    <form onSubmit={(event) => event.preventDefault()} noValidate aria-label={t('prepare.form')}>
      <Stack gap={5}>
        <DraftQuestion draft={draft} />
        <p>{t('prepare.lead', { doctor })}</p>
        <KnownTexts known={knownOf(theCase)} content={form.watch()} wordOf={wordOf} onTake={take} />
        <Sections>
          {summarySections.map((name) => (
            <TextArea key={name} {...field(name)} label={wordOf(name)} rows={2} />
          ))}
        </Sections>
        <EditorFoot>
          <DraftState theCase={theCase} of="summary" note={note} />
        </EditorFoot>
      </Stack>
    </form>
  );
}
