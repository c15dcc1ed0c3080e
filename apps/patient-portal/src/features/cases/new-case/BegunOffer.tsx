import { useFormat, useTexts } from '@konsil/i18n';
import { Alert, Button, Row } from '@konsil/ui';
import { casePageTexts } from '../texts.ts';

export interface BegunOfferProps {
  /** The time of its last change, in milliseconds. */
  at: number;
  /** There is a draft already, whose place it would take. */
  replaces: boolean;
  onTake: () => void;
  onDrop: () => void;
}

/** A case that somebody began on this device without an account. Its text is not shown: it may be another person's. */
export function BegunOffer({ at, replaces, onTake, onDrop }: BegunOfferProps) {
  const { t } = useTexts(casePageTexts);
  const format = useFormat();
  return (
    <Alert
      title={t('new.begun.title')}
      action={
        <Row gap={2}>
          <Button size="small" onClick={onTake}>
            {t('new.begun.take')}
          </Button>
          <Button variant="secondary" size="small" onClick={onDrop}>
            {t('new.begun.drop')}
          </Button>
        </Row>
      }
    >
      {t('new.begun.text', { moment: format.momentWithin(new Date(at).toISOString()) })}{' '}
      {replaces && t('new.begun.replaces')}
    </Alert>
  );
}

/** Says that the concern entered at sign-up was moved into this case automatically, with a link to it. */
export function BegunTaken({ patient, onChange }: { patient: string; onChange: () => void }) {
  const { t } = useTexts(casePageTexts);
  return (
    <Alert
      title={t('new.begun.takenTitle')}
      action={
        <Button variant="secondary" size="small" onClick={onChange}>
          {t('new.begun.change')}
        </Button>
      }
    >
      {t('new.begun.taken', { patient })}
    </Alert>
  );
}
