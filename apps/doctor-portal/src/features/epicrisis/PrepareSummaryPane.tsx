import { useListPreparedAnswersQuery } from '@konsil/api/assistants';
import { shortDoctorName } from '@konsil/cases';
import { useDraftNote, WaitingForDraft } from '@konsil/common';
import type { ProcessOverview } from '@konsil/contracts/cases';
import { epicrisisSections } from '@konsil/contracts/codes';
import { epicrisisContentSchema, type EpicrisisContent } from '@konsil/contracts/epicrisis';
import { useSaveDraft } from '@konsil/drafts/drafted-form';
import { useDraft, type Draft } from '@konsil/drafts/drafts';
import { useZodForm } from '@konsil/forms/forms';
import { useFormat, useTexts } from '@konsil/i18n';
import { Stack, TextArea } from '@konsil/ui';
import { emptyEpicrisis } from './epicrisis-form';
import { EditorFoot, Sections } from './epicrisis-parts';
import { KnownTexts, knownOf, type Known } from './KnownTexts';
import { epicrisisTexts } from './texts';

/** The assistant's draft of the patient's medical summary. There is nothing to save or release here. */
export function PrepareSummaryPane({ theCase }: { theCase: ProcessOverview }) {
  const draft = useDraft<EpicrisisContent>(`prepared-summary:${theCase.id}`);
  if (draft.status === 'loading') return <WaitingForDraft rows={7} />;
  return <PrepareForm theCase={theCase} draft={draft} />;
}

function PrepareForm({ theCase, draft }: { theCase: ProcessOverview; draft: Draft<EpicrisisContent> }) {
  const { t } = useTexts(epicrisisTexts);
  const format = useFormat();
  const { form, field } = useZodForm({
    schema: epicrisisContentSchema,
    defaultValues: { ...emptyEpicrisis, ...draft.restored },
    guard: false,
    // Saved as it is written, complete or not.
    act: () => Promise.resolve(),
  });
  useSaveDraft(form, draft);
  const note = useDraftNote(draft);
  const { data: [own] = [] } = useListPreparedAnswersQuery({ id: theCase.id, of: 'summary' });
  const doctor = shortDoctorName(theCase.doctor.name);
  const wordOf = (name: keyof EpicrisisContent) => (name === 'plain_language' ? t('plain') : t(`sections.${name}`));
  const take = ({ text, into }: Known) => {
    const written = form.getValues(into).trimEnd();
    form.setValue(into, written ? `${written}\n${text.trim()}` : text.trim(), { shouldDirty: true });
    form.setFocus(into);
  };
  return (
    <form onSubmit={(event) => event.preventDefault()} noValidate aria-label={t('prepare.form')}>
      <Stack gap={5}>
        <p>{t('prepare.lead', { doctor })}</p>
        <KnownTexts known={knownOf(theCase)} content={form.watch()} wordOf={wordOf} onTake={take} />
        <Sections>
          {[...epicrisisSections, 'plain_language' as const].map((name) => (
            <TextArea key={name} {...field(name)} label={wordOf(name)} rows={2} />
          ))}
        </Sections>
        <EditorFoot>
          <div>
            <div role="status">{note && <small>{note}</small>}</div>
            <small>
              {own?.taken_at
                ? t('prepare.taken', { doctor, moment: format.momentWithin(own.taken_at) })
                : t('prepare.seen', { doctor })}
            </small>
          </div>
        </EditorFoot>
      </Stack>
    </form>
  );
}
