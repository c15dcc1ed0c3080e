import type { ProcessOverview } from '@konsil/contracts/cases';
import type { DraftStatus } from '@konsil/drafts/drafts';
import { useCommon, useTexts } from '@konsil/i18n';
import { useMessageDraft } from '@konsil/messages';
import { Button, Dialog, MessagesIcon, Stack, useDesk } from '@konsil/ui';
import { useEffect, useRef, useState } from 'react';
import { messagePageTexts } from './texts';
import { WriteMessage } from './WriteMessage';

/** The states of a draft that has no text to continue with. */
const notBegun: readonly DraftStatus[] = ['loading', 'empty', 'unread', 'damaged'];

/** Opens the message form: inline beside a document, as a bottom sheet on phones. Input is kept in it. */
export function ReplyButton({ theCase }: { theCase: ProcessOverview }) {
  const { t } = useTexts(messagePageTexts);
  const { t: common } = useCommon();
  const desk = useDesk();
  const draft = useMessageDraft(theCase.id);
  const [writing, setWriting] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (writing) place.current?.querySelector('textarea')?.focus();
  }, [writing]);

  const begun = !notBegun.includes(draft.status);
  const sent = () => {
    setWriting(false);
    button.current?.focus();
  };
  const form = <WriteMessage theCase={theCase} draft={draft} onSent={sent} />;
  const opener = (
    <Button ref={button} icon={<MessagesIcon />} aria-expanded={writing} onClick={() => setWriting(!writing)}>
      {t(begun ? 'goOn' : 'write')}
    </Button>
  );
  if (!desk) {
    return (
      <>
        {opener}
        <Dialog
          keepMounted
          open={writing}
          onClose={() => setWriting(false)}
          title={t('new')}
          closeLabel={common('words.close')}
        >
          {form}
        </Dialog>
      </>
    );
  }
  return (
    <Stack gap={4}>
      <div>{opener}</div>
      <div ref={place} hidden={!writing}>
        {form}
      </div>
    </Stack>
  );
}
