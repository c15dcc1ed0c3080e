// @bundle route
import type { EpicrisisVersion } from '@konsil/contracts/epicrisis';
import { useFormat, useTexts } from '@konsil/i18n';
import { Alert, Button, Row, Stack } from '@konsil/ui';
import { writtenOf, type WrittenEpicrisis } from './epicrisis-form';
import { SectionDifference } from './SectionDifference';
import { epicrisisTexts } from './texts';

interface ConflictNoteProps {
  theirs: EpicrisisVersion;
  mine: WrittenEpicrisis;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
}

/** A version conflict: both texts, their difference, and two choices. */
export function ConflictNote({ theirs, mine, onKeepMine, onTakeTheirs }: ConflictNoteProps) {
  const { t } = useTexts(epicrisisTexts);
  const format = useFormat();
  return (
    <Alert
      tone="warning"
      live
      title={t('conflict.title')}
      action={
        <Row>
          <Button variant="secondary" size="small" onClick={onKeepMine}>
            {t('conflict.keepMine')}
          </Button>
          <Button variant="quiet" size="small" onClick={onTakeTheirs}>
            {t('conflict.takeTheirs')}
          </Button>
        </Row>
      }
    >
      <Stack gap={3}>
        <p>
          {t('conflict.text', {
            name: theirs.author,
            when: format.momentWithin(theirs.created_at),
            number: theirs.version,
          })}
        </p>
        <SectionDifference before={writtenOf(theirs)} after={mine} />
      </Stack>
    </Alert>
  );
}
