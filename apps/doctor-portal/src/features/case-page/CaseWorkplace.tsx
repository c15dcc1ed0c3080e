import { useGetDocumentQuery } from '@konsil/api/documents';
import { useNavigateFromHere } from '@konsil/common';
import type { ProcessOverview, QueuedCase } from '@konsil/contracts/cases';
import type { Document } from '@konsil/contracts/documents';
import { byExamination } from '@konsil/contracts/examinations';
import { DocumentDetails, ExaminationFiles } from '@konsil/documents';
import { useTexts } from '@konsil/i18n';
import { SplitView, Stack, TabLinks, useDesk, useLaptop, useWide, VisuallyHidden, type TabLinkItem } from '@konsil/ui';
import { startTransition, useEffect, useMemo, useState } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { startWriting, writeWith } from '../shortcuts/writing';
import { paths } from '../paths';
import { useShortcut } from '../shortcuts/shortcuts';
import { CaseHead } from '../case/CaseHead';
import { CasePaneContent } from './CasePaneContent';
import { firstPane, isCasePane, paneName, panesOf, type CasePane } from './case-panes';
import { PaneBody, PaneColumn, Workplace } from '../case-parts/case-parts';
import { DocumentRail } from '../case/DocumentRail';
import { FoldedDocuments } from '../case/FoldedDocuments';
import { Overview } from '../case/Overview';
import { Reading } from '../case/Reading';
import { startReading, useStartReading } from '../case/reading';
import { inReadingOrder } from '../case/reading-order';
import { caseTexts } from '../case-parts/texts';
import { overviewName } from '../case/timeline-places';

/** Documents, page and work pane side by side; the whole state is in the URL. */
export function CaseWorkplace({ theCase }: { theCase: ProcessOverview }) {
  const { t } = useTexts(caseTexts);
  const { pane: word, documentId } = useParams();
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const desk = useDesk();
  const wide = useWide();
  const laptop = useLaptop();
  const pane = isCasePane(word) && panesOf(theCase).includes(word) ? word : firstPane(theCase);
  // Memoised, because it may be thousands and each selection renders again.
  const entries = useMemo(() => byExamination(inReadingOrder(theCase.documents, theCase)), [theCase]);
  const asked = documentId ?? params.get('document');
  const listed = theCase.documents.find(({ id }) => id === asked);
  // Archived documents have a page, too.
  const { currentData: unlisted, isFetching } = useGetDocumentQuery(documentId ?? '', {
    skip: !documentId || listed !== undefined,
  });
  const current = listed ?? unlisted ?? (isFetching ? undefined : entries[0]?.[0]);
  // The overview stands where a document would; a doctor who opens the case for the first time begins with it.
  const first = entries[0]?.[0];
  // Opening the case is recorded at once, so only its first state counts.
  const [isNew] = useState(() => theCase.triage?.unopened === true && !theCase.triage.marked_unread);
  const overview = desk && !documentId && (asked === overviewName || (isNew && asked === null));
  const files = current && (entries.find((entry) => entry.includes(current)) ?? ([current] as const));
  const beside = params.get('beside');
  const withBeside = (path: string, query: Record<string, string> = {}) => {
    const shown = new URLSearchParams({ ...query, ...(beside && { beside }) });
    return shown.size > 0 ? `${path}?${shown}` : path;
  };

  const at = (to: string, document: string | undefined) =>
    withBeside(`${paths.case(theCase)}/${to}`, document === undefined ? {} : { document });
  const address = (to: string, document = current) => at(to, overview ? overviewName : document?.id);
  const detailsOf = (document: Document) => withBeside(paths.document(theCase, document.id));
  const hrefOf = (document: Document) => (documentId || !desk ? detailsOf(document) : at(pane, document.id));
  useShortcut('answer', () => void navigate(address('answer'), startWriting));
  useShortcut('history', () => void navigate(desk ? at(pane, overviewName) : address('anamnesis'), startReading));
  // The list goes on by itself; the focus is on the title of the next case, so that nobody writes to the wrong person.
  const navigateFromHere = useNavigateFromHere();
  const goOn = (next?: QueuedCase) => navigateFromHere(next ? paths.answer(next) : address('course'));
  const body = useStartReading(!desk);
  // The work pane renders after the case, to keep tasks short.
  const [hasWork, setHasWork] = useState(false);
  useEffect(() => startTransition(() => setHasWork(true)), []);
  const marks: Partial<Record<CasePane, Pick<TabLinkItem, 'count' | 'countTone'>>> = {
    messages: { count: theCase.counts.messages_unread, countTone: 'you' },
    todos: { count: theCase.counts.todos_open },
  };

  const rail = (
    <DocumentRail
      theCase={theCase}
      current={(documentId || desk) && !overview ? current : undefined}
      hrefOf={hrefOf}
      listHref={(list) => `${paths.case(theCase)}/${list}`}
      overview={
        desk
          ? { to: at(pane, overviewName), isCurrent: overview }
          : { to: address('anamnesis'), isCurrent: pane === 'anamnesis' && !documentId }
      }
    />
  );
  const reading = overview ? (
    <Overview theCase={theCase} onNext={first && (() => void navigate(at(pane, first.id)))} />
  ) : (
    <Reading
      entries={entries}
      current={current}
      files={files}
      answers={theCase.answers}
      onPlace={
        documentId && !desk && firstPane(theCase) === 'answer'
          ? (place) => void navigate(address('answer'), writeWith(place))
          : undefined
      }
      open={(document) => void navigate(hrefOf(document))}
      onOverview={desk && !documentId ? () => void navigate(at(pane, overviewName)) : undefined}
      details={current && { shown: Boolean(documentId), to: documentId ? address(pane) : detailsOf(current) }}
    />
  );
  const work = (
    <PaneColumn>
      <TabLinks
        label={t('panes.label')}
        items={panesOf(theCase).map((name) => ({
          to: address(name),
          label: t(paneName(name, theCase)),
          current: name === pane && !documentId,
          ...marks[name],
        }))}
      />
      <PaneBody key={documentId ?? pane} ref={body} tabIndex={-1}>
        <VisuallyHidden as="h2">{t(documentId ? 'documents.details' : paneName(pane, theCase))}</VisuallyHidden>
        {documentId && current && files ? (
          <Stack>
            <DocumentDetails key={current.id} document={current} files={files} />
            {files.length > 1 && (
              <ExaminationFiles files={files} shown={current} hrefOf={detailsOf} otherSide={theCase.account_name} />
            )}
          </Stack>
        ) : (
          hasWork && <CasePaneContent pane={pane} theCase={theCase} afterAnswer={goOn} />
        )}
      </PaneBody>
    </PaneColumn>
  );

  return (
    <>
      <CaseHead theCase={theCase} />
      <Workplace>
        {wide ? rail : <FoldedDocuments theCase={theCase}>{rail}</FoldedDocuments>}
        {desk ? (
          <SplitView
            dividerLabel={t('divider')}
            storageKey="case"
            firstOnScreenOnly
            start={laptop ? 52 : 58}
            min={30}
            max={75}
            first={reading}
            second={work}
          />
        ) : (
          // One at a time: the opened document, or the work pane.
          <>
            {documentId && <div data-print="hide">{reading}</div>}
            {work}
          </>
        )}
      </Workplace>
    </>
  );
}
