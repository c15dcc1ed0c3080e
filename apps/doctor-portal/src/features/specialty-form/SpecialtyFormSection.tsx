import type { Draft } from '@konsil/drafts/drafts';
import { useGetSpecialtyFormQuery, useSaveSpecialtyFormMutation } from '@konsil/api/specialty-forms';
import { useAction } from '@konsil/common';
import { specialtyIn } from '@konsil/contracts/specialties';
import type { DoctorsForm } from '@konsil/contracts/specialty-forms';
import { FormEditor, FormOutline, type FormDraft, type FormEditorProps } from '@konsil/form-editor';
import { useCommon, useLocale, useTexts } from '@konsil/i18n';
import { Alert, Button, ConfirmDialog, Row, Stack } from '@konsil/ui';
import { useCallback, useState } from 'react';
import { DraftedSection } from '../DraftedSection';
import { specialtyFormTexts } from './texts';

/** The doctor's own form for cases, or that of the specialty, in the settings. */
export function SpecialtyFormSection({ id }: { id?: string }) {
  const { t } = useTexts(specialtyFormTexts);
  return (
    <DraftedSection<DoctorsForm, FormDraft>
      id={id}
      words={{ title: t('title'), lead: t('lead'), loading: t('loading'), failed: t('failed') }}
      result={useGetSpecialtyFormQuery()}
      draftKey="specialty-form"
    >
      {(form, draft) => <OwnForm form={form} draft={draft} />}
    </DraftedSection>
  );
}

type OfSpecialty = NonNullable<DoctorsForm['of_specialty']>;
type Conflict = Parameters<NonNullable<FormEditorProps['actions']>>[0];

/**
 * The version of the specialty's form that a draft began with; null if it began before there was one. Older drafts do
 * not name it: one that took over the fields has them still.
 */
const seenIn = (kept: FormDraft, ofSpecialty: OfSpecialty | undefined): number | null => {
  if ('seen_of_specialty' in kept)
    return typeof kept['seen_of_specialty'] === 'number' ? kept['seen_of_specialty'] : null;
  const isTaken = kept.fields?.some(({ id }) => ofSpecialty?.fields.some((field) => field.id === id));
  return isTaken ? (ofSpecialty?.version ?? null) : null;
};

function OwnForm({ form, draft }: { form: DoctorsForm; draft: Draft<FormDraft> }) {
  const { t } = useTexts(specialtyFormTexts);
  const run = useAction();
  const { refetch } = useGetSpecialtyFormQuery();
  const [request, { isLoading: busy }] = useSaveSpecialtyFormMutation();
  const { follows, version, fields, of_specialty: ofSpecialty } = form;
  const [seen, setSeen] = useState(() =>
    draft.restored ? seenIn(draft.restored, ofSpecialty) : (ofSpecialty?.version ?? null),
  );
  const { keep } = draft;
  const keepSeen = useCallback((content: FormDraft) => keep({ ...content, seen_of_specialty: seen }), [keep, seen]);
  const save = async (written: Parameters<typeof request>[0]) => {
    try {
      return await request({ ...written, seen_of_specialty: ofSpecialty?.version ?? 0 }).unwrap();
    } catch (error) {
      // Another window may have decided otherwise.
      void refetch();
      throw error;
    }
  };
  const [changing, setChanging] = useState(draft.restored !== null);
  if (follows && ofSpecialty && !changing)
    return (
      <SpecialtysForm
        form={ofSpecialty}
        busy={busy}
        onTakeOver={() => {
          setSeen(ofSpecialty.version);
          setChanging(true);
        }}
        onGoWithout={() => void run(save({ version, fields: [], follows: false }), { text: t('wentWithout') })}
      />
    );
  const followAgain = async ({ version: seen, watching }: Conflict) => {
    const used = await run(watching(save({ version: seen, fields: [], follows: true })), { text: t('usedAgain') });
    if (!used) return;
    setChanging(false);
    await draft.drop();
  };
  const back = () => {
    setChanging(false);
    void draft.drop();
  };
  return (
    <Stack gap={4}>
      {ofSpecialty &&
        follows &&
        (ofSpecialty.version === seen ? <p>{t('takenOver')}</p> : <Arrived form={ofSpecialty} />)}
      {ofSpecialty && !follows && fields.length === 0 && <p>{t('without')}</p>}
      <FormEditor
        saved={{ version, fields }}
        begun={follows ? ofSpecialty?.fields : undefined}
        draft={{ ...draft, keep: keepSeen }}
        save={(written) => {
          // The form keeps the input, even if another window decided otherwise.
          setChanging(true);
          return save({ ...written, follows: false });
        }}
        onDiscard={() => setChanging(false)}
        actions={(conflict) =>
          ofSpecialty &&
          (follows ? (
            <Button variant="quiet" onClick={back}>
              {t('keepSpecialtys')}
            </Button>
          ) : (
            <UseAgain form={ofSpecialty} asks={fields.length > 0} busy={busy} onUse={() => followAgain(conflict)} />
          ))
        }
      />
    </Stack>
  );
}

interface SpecialtysFormProps {
  form: OfSpecialty;
  busy: boolean;
  onTakeOver: () => void;
  onGoWithout: () => void;
}

/** The form of the specialty, which counts until the doctor decides otherwise. */
function SpecialtysForm({ form: { specialty, fields }, busy, onTakeOver, onGoWithout }: SpecialtysFormProps) {
  const { t } = useTexts(specialtyFormTexts);
  const locale = useLocale();
  return (
    <Stack gap={4}>
      <p>{t('ofSpecialty', { specialty: specialtyIn(specialty, locale) })}</p>
      <FormOutline fields={fields} />
      <Row>
        <Button variant="secondary" onClick={onTakeOver}>
          {t('takeOver')}
        </Button>
        <Button variant="quiet" busy={busy} onClick={onGoWithout}>
          {t('goWithout')}
        </Button>
      </Row>
    </Stack>
  );
}

/** Shows fields of the specialty that came or changed while the doctor wrote: saving the own ones ends their use. */
function Arrived({ form: { specialty, fields } }: { form: OfSpecialty }) {
  const { t } = useTexts(specialtyFormTexts);
  const locale = useLocale();
  return (
    <Alert tone="warning" title={t('arrived', { specialty: specialtyIn(specialty, locale) })}>
      <Stack gap={3}>
        <p>{t('arrivedText')}</p>
        <FormOutline fields={fields} />
      </Stack>
    </Alert>
  );
}

interface UseAgainProps {
  form: OfSpecialty;
  /** True if the doctor has own fields, which this would delete. */
  asks: boolean;
  busy: boolean;
  onUse: () => Promise<void>;
}

function UseAgain({ form: { specialty }, asks, busy, onUse }: UseAgainProps) {
  const { t } = useTexts(specialtyFormTexts);
  const { t: common } = useCommon();
  const locale = useLocale();
  const [open, setOpen] = useState(false);
  const confirm = async () => {
    await onUse();
    setOpen(false);
  };
  return (
    <>
      <Button variant="quiet" busy={busy} onClick={() => (asks ? setOpen(true) : void onUse())}>
        {t('useAgain')}
      </Button>
      <ConfirmDialog
        open={open}
        onCancel={() => setOpen(false)}
        onConfirm={() => void confirm()}
        title={t('useAgainTitle', { specialty: specialtyIn(specialty, locale) })}
        confirmLabel={t('useAgain')}
        cancelLabel={common('words.cancel')}
        busy={busy}
      >
        {t('useAgainText')}
      </ConfirmDialog>
    </>
  );
}
