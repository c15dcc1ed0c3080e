// @bundle topics
import { medicationWarnings } from '@konsil/contracts/medication-warnings';
import type { MedicationList } from '@konsil/contracts/medication-schemas';
import { useFormat, useTexts } from '@konsil/i18n';
import { Alert, Stack, Text } from '@konsil/ui';
import type { MedicationReader } from './MedicationTable.tsx';
import { medicationTexts } from './texts.ts';

export interface MedicationWarningsProps {
  list: Pick<MedicationList, 'medicines'>;
  allergies: string;
  reader: MedicationReader;
}

/**
 * Hints to check or ask about a list: duplicates and declared allergies. They block nothing, and check nothing else.
 */
export function MedicationWarnings({ list, allergies, reader }: MedicationWarningsProps) {
  const { t } = useTexts(medicationTexts);
  const format = useFormat();
  const warnings = medicationWarnings(list, allergies);
  if (warnings.length === 0) return null;
  const isPatient = reader === 'patient';
  return (
    <Alert tone="warning" title={t(isPatient ? 'warnings.title' : 'warnings.titleDoctor')}>
      <Stack as="ul" gap={2}>
        {warnings.map(({ kind, what, medicines }) => (
          <li key={`${kind} ${what}`}>
            {t(isPatient ? `warnings.${kind}Patient` : `warnings.${kind}`, {
              what,
              medicines: format.list([...new Set(medicines)]),
            })}
          </li>
        ))}
      </Stack>
      <Text as="p" size="small">
        {t(isPatient ? 'warnings.limitsPatient' : 'warnings.limits')}
      </Text>
    </Alert>
  );
}
