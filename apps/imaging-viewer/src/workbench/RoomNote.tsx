import { Button, RetryIcon } from '@konsil/ui';
import { reloadPage } from '../app/reload.ts';
import { useWords } from '../app/words.ts';

interface RoomNoteProps {
  text: string;
  /** Without it, the note offers to reload the page. */
  onClose?: () => void;
}

/** A note over the pictures. */
export function RoomNote({ text, onClose }: RoomNoteProps) {
  const { t } = useWords();
  return (
    <div className="room-note" role="alert">
      <p>{text}</p>
      {onClose ? (
        <Button variant="secondary" onClick={onClose}>
          {t('help.close')}
        </Button>
      ) : (
        <Button variant="secondary" icon={<RetryIcon />} onClick={reloadPage}>
          {t('reload')}
        </Button>
      )}
    </div>
  );
}
