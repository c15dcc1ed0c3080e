// @bundle route
import { useState } from 'react';
import type { MedicationList } from '@konsil/contracts/medication-schemas';
import { useCommon, useFormat, useTexts } from '@konsil/i18n';
import {
  Alert,
  Button,
  Dialog,
  DocumentUploadIcon,
  FileButton,
  PhotoButton,
  Progress,
  Row,
  Stack,
  Text,
} from '@konsil/ui';
import type { PlanPerson } from '../plan/plan-person.ts';
import { ownMedicationTexts } from '../texts.ts';
import { CheckPlan } from './CheckPlan.tsx';
import { useScan, type ScanFault } from './use-scan.ts';

export interface ScanDialogProps {
  person: PlanPerson;
  /** The existing medication list. */
  list: MedicationList | null | undefined;
  allergies: string;
  onTake: (list: MedicationList | null, allergies: string) => void;
  /** Enter by hand instead. */
  onType: () => void;
  onClose: () => void;
}

/** Reads the code of a medication plan from a photo, a picture or a PDF, and takes it over after a check. */
export function ScanDialog({ person, list, allergies, onTake, onType, onClose }: ScanDialogProps) {
  const { t } = useTexts(ownMedicationTexts);
  const { t: common } = useCommon();
  const { plan, missing, fault, reading, read, stop } = useScan();
  // Pages that the patient does not have stay out, and are said to.
  const [enough, setEnough] = useState(false);
  const whole = plan !== null && (missing.length === 0 || enough);
  return (
    <Dialog open onClose={onClose} closeLabel={common('words.close')} size="large" title={t('scanned.title')}>
      {whole ? (
        <CheckPlan plan={plan} missing={missing} person={person} list={list} allergies={allergies} onTake={onTake} />
      ) : (
        <Stack gap={4}>
          {plan && !reading && <PagesRead read={plan.length} missing={missing} />}
          {!plan && !fault && <Text as="p">{t('scanned.lead')}</Text>}
          {fault && <Fault fault={fault} />}
          {reading ? (
            <Stack gap={3}>
              <Progress label={t('scanned.reading')} />
              <Text as="p">{t('scanned.reading')}</Text>
              <Row>
                <Button variant="quiet" onClick={stop}>
                  {common('words.cancel')}
                </Button>
              </Row>
            </Stack>
          ) : (
            <Row>
              <PhotoButton label={t('scanned.photo')} onPhoto={(photo) => void read([photo])} />
              <FileButton
                label={t('scanned.file')}
                icon={<DocumentUploadIcon />}
                input={{ accept: 'image/*,.heic,.heif,application/pdf,.pdf', multiple: true }}
                onFiles={(files) => void read(files)}
              />
              {plan && (
                <Button variant="quiet" onClick={() => setEnough(true)}>
                  {t('scanned.enough')}
                </Button>
              )}
              {!plan && (
                <Button variant="quiet" onClick={onType}>
                  {t('scanned.type')}
                </Button>
              )}
            </Row>
          )}
          <Text as="p" tone="muted" size="small">
            {t('scanned.stays')}
          </Text>
        </Stack>
      )}
    </Dialog>
  );
}

function PagesRead({ read, missing }: { read: number; missing: number[] }) {
  const { t } = useTexts(ownMedicationTexts);
  const format = useFormat();
  return (
    <Alert tone="success" title={t('scanned.pageRead', { read, all: read + missing.length })}>
      {t('scanned.pageMissing', { pages: format.list(missing.map(String)), count: missing.length })}
    </Alert>
  );
}

// With these, another photo of the same page can help.
const retakable: ScanFault[] = ['nothingFound', 'damaged', 'unreadableFile', 'failed'];

function Fault({ fault }: { fault: ScanFault }) {
  const { t } = useTexts(ownMedicationTexts);
  return (
    <Alert tone="warning" live title={t(`scanned.faults.${fault}`)}>
      {retakable.includes(fault) ? (
        <Stack as="ul" gap={1}>
          {(['light', 'flat', 'closer', 'whole'] as const).map((tip) => (
            <li key={tip}>{t(`scanned.tips.${tip}`)}</li>
          ))}
        </Stack>
      ) : (
        t(`scanned.help.${fault as Exclude<ScanFault, 'nothingFound' | 'damaged' | 'unreadableFile' | 'failed'>}`)
      )}
    </Alert>
  );
}
