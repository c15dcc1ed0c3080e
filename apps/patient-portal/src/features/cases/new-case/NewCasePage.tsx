import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useDraft } from '@konsil/drafts/drafts';
import type { Draft } from '@konsil/drafts/drafts';
import { listOf } from '@konsil/lists/lists';
import { useListPatientsInfiniteQuery } from '@konsil/api/patients';
import { WaitingForDraft } from '@konsil/common';
import { useFutureFiles } from '@konsil/documents-upload';
import { useCommon, useTexts } from '@konsil/i18n';
import { Alert, BackLink, Button, ConfirmDialog, Page, PageTitle, RemoveIcon, Row, useToast } from '@konsil/ui';
import { paths } from '../../paths.ts';
import { begunCase } from '../../start/begun-case.ts';
import { casePageTexts } from '../texts.ts';
import { BegunOffer } from './BegunOffer.tsx';
import { emptyCase } from './new-case-form.ts';
import type { NewCaseForm } from './new-case-form.ts';
import { NewCaseSteps } from './NewCaseSteps.tsx';

/** A new case: the concern, then the doctor. Input is kept as a draft until the case is created. */
export function NewCasePage() {
  const { t } = useTexts(casePageTexts);
  const draft = useDraft<NewCaseForm>('case:new');
  const people = listOf(useListPatientsInfiniteQuery({ sort: 'name', limit: '200' }));
  const step = useSearchParams()[0].get('step');
  const ready = draft.status !== 'loading' && !people.isLoading;
  return (
    <Page width={step === '2' ? 'wide' : 'column'}>
      <PageTitle back={<BackLink to={paths.cases}>{t('page.back')}</BackLink>}>{t('new.title')}</PageTitle>
      {ready ? (
        <Drafted draft={draft} onlyPerson={people.items.length === 1 ? people.items[0]?.id : undefined} />
      ) : (
        <WaitingForDraft />
      )}
    </Page>
  );
}

function Drafted({ draft, onlyPerson }: { draft: Draft<NewCaseForm>; onlyPerson: string | undefined }) {
  const { t } = useTexts(casePageTexts);
  const { t: common } = useCommon();
  const toast = useToast();
  const [params, setParams] = useSearchParams();
  const files = useFutureFiles();
  // A case begun on this device without an account may be another person's, so it enters this account only on request.
  const [begun, setBegun] = useState(begunCase.find);
  const [taken, setTaken] = useState<{ over: string | null } | null>(null);
  const [restored, setRestored] = useState(draft.restored);
  const [openedAt] = useState(params.get('step'));
  const [round, setRound] = useState(0);
  const [asking, setAsking] = useState(false);
  // Chosen on the doctor's page.
  const doctor = params.get('doctor') ?? restored?.doctor ?? '';
  const patient = params.get('patient') ?? restored?.patient ?? '';

  const takeBegun = () => {
    if (!begun) return;
    const content = { ...emptyCase, patient, ...begun.content };
    draft.keep(content);
    setRestored(content);
    setRound(round + 1);
    setTaken({ over: draft.savedAt });
  };
  const dropBegun = () => {
    begunCase.drop();
    setBegun(null);
    const back = () => {
      if (begun) begunCase.keep(begun.content, begun.at);
      setBegun(begun);
    };
    toast({ text: t('new.begun.dropped'), action: { label: common('words.undo'), onClick: back } });
  };
  // Not before the account has it.
  const isSaved = taken !== null && draft.status === 'saved' && draft.savedAt !== taken.over;
  useEffect(() => {
    if (isSaved) begunCase.drop();
  }, [isSaved]);

  const discard = async () => {
    setAsking(false);
    if (taken) begunCase.drop();
    await Promise.all([draft.drop(), files.forget()]);
    setRestored(null);
    setRound(round + 1);
    setParams({}, { replace: true });
  };
  return (
    <>
      {restored && params.get('step') === openedAt && <Alert>{common('words.draftBack')}</Alert>}
      {begun && !taken && (
        <BegunOffer at={begun.at} replaces={draft.status !== 'empty'} onTake={takeBegun} onDrop={dropBegun} />
      )}
      <NewCaseSteps
        key={round}
        draft={draft}
        onCreated={() => taken && begunCase.drop()}
        start={{ ...emptyCase, ...restored, patient: patient || (onlyPerson ?? ''), doctor }}
      />
      {(draft.savedAt || files.count > 0) && (
        <Row>
          <Button variant="quiet" size="small" icon={<RemoveIcon />} onClick={() => setAsking(true)}>
            {t('new.discard')}
          </Button>
        </Row>
      )}
      <ConfirmDialog
        open={asking}
        tone="danger"
        title={t('new.discardTitle')}
        confirmLabel={t('new.discard')}
        cancelLabel={common('words.cancel')}
        onCancel={() => setAsking(false)}
        onConfirm={() => void discard()}
      >
        {t('new.discardText')}
      </ConfirmDialog>
    </>
  );
}
