import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useDraft } from '@konsil/drafts/drafts';
import type { Draft } from '@konsil/drafts/drafts';
import { listOf } from '@konsil/lists/lists';
import { useListPatientsInfiniteQuery } from '@konsil/api/patients';
import { useAuthState } from '@konsil/auth';
import { WaitingForDraft } from '@konsil/common';
import { fullName } from '@konsil/contracts/full-name';
import type { PatientSummary } from '@konsil/contracts/patients';
import { useFutureFiles } from '@konsil/documents-upload';
import { useCommon, useTexts } from '@konsil/i18n';
import { Alert, BackLink, Button, ConfirmDialog, Page, PageTitle, RemoveIcon, Row, useToast } from '@konsil/ui';
import { paths } from '../../paths.ts';
import { begunCase, ownerOf } from './begun-case.ts';
import { casePageTexts } from '../texts.ts';
import { BegunOffer, BegunTaken } from './BegunOffer.tsx';
import { caseSteps, emptyCase, firstOpenStep } from './new-case-form.ts';
import type { NewCaseForm } from './new-case-form.ts';
import { NewCaseSteps } from './NewCaseSteps.tsx';

const lastStep = String(caseSteps.length);

/** A new case: the concern, then the doctor. Input is kept as a draft until the case is created. */
export function NewCasePage() {
  const { t } = useTexts(casePageTexts);
  const draft = useDraft<NewCaseForm>('case:new');
  const people = listOf(useListPatientsInfiniteQuery({ sort: 'name', limit: '200' }));
  const step = useSearchParams()[0].get('step');
  const owner = useOwner();
  const ready = draft.status !== 'loading' && !people.isLoading && owner !== null;
  return (
    <Page width={step === '2' ? 'wide' : 'column'}>
      <PageTitle back={<BackLink to={paths.cases}>{t('page.back')}</BackLink>}>{t('new.title')}</PageTitle>
      {ready ? (
        <Drafted draft={draft} onlyPerson={people.items.length === 1 ? people.items[0] : undefined} owner={owner} />
      ) : (
        <WaitingForDraft />
      )}
    </Page>
  );
}

/**
 * Identifies the account as the owner of an unfinished case; null while loading, empty if there is no unfinished case.
 */
const useOwner = (): string | null => {
  const email = useAuthState().session?.user.email;
  const [isWanted] = useState(() => Boolean(begunCase.find()?.owner));
  const [owner, setOwner] = useState<string | null>(isWanted ? null : '');
  useEffect(() => {
    if (isWanted && email) void ownerOf(email).then(setOwner);
  }, [isWanted, email]);
  return owner;
};

interface DraftedProps {
  draft: Draft<NewCaseForm>;
  onlyPerson: PatientSummary | undefined;
  owner: string;
}

function Drafted({ draft, onlyPerson, owner }: DraftedProps) {
  const { t } = useTexts(casePageTexts);
  const { t: common } = useCommon();
  const toast = useToast();
  const [params, setParams] = useSearchParams();
  const files = useFutureFiles();
  // A case begun on this device without an account may be another person's, so it enters this account only on request.
  // The sign-up beside it was such a request.
  const [begun, setBegun] = useState(begunCase.find);
  const [own] = useState(() =>
    begun && owner && begun.owner === owner && draft.status === 'empty'
      ? { ...emptyCase, patient: onlyPerson?.id ?? '', ...begun.content }
      : null,
  );
  const [taken, setTaken] = useState<{ over: string | null } | null>(own && { over: draft.savedAt });
  const [restored, setRestored] = useState(own ?? draft.restored);
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
      if (begun) begunCase.keep(begun.content, begun);
      setBegun(begun);
    };
    toast({ text: t('new.begun.dropped'), action: { label: common('words.undo'), onClick: back } });
  };
  // Not before the account has it.
  const isSaved = taken !== null && draft.status === 'saved' && draft.savedAt !== taken.over;
  useEffect(() => {
    if (isSaved) begunCase.drop();
  }, [isSaved]);

  const takeOwn = useRef(() => {
    if (!own) return;
    draft.keep(own);
    setParams({ step: String(firstOpenStep(own) + 1) }, { replace: true });
  });
  useEffect(() => takeOwn.current(), []);

  const discard = async () => {
    setAsking(false);
    if (taken) {
      begunCase.drop();
      setBegun(null);
      setTaken(null);
    }
    await Promise.all([draft.drop(), files.forget()]);
    setRestored(null);
    setRound(round + 1);
    setParams({}, { replace: true });
  };
  return (
    <>
      {own && taken && params.get('step') === lastStep && onlyPerson && (
        <BegunTaken patient={fullName(onlyPerson)} onChange={() => setParams({ step: '1' })} />
      )}
      {restored && !own && params.get('step') === openedAt && <Alert>{common('words.draftBack')}</Alert>}
      {begun && !taken && (
        <BegunOffer at={begun.at} replaces={draft.status !== 'empty'} onTake={takeBegun} onDrop={dropBegun} />
      )}
      <NewCaseSteps
        key={round}
        draft={draft}
        onCreated={() => taken && begunCase.drop()}
        start={{ ...emptyCase, ...restored, patient: patient || (onlyPerson?.id ?? ''), doctor }}
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
