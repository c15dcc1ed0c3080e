// @bundle topics
import type { ReactNode } from 'react';
import type { Anamnesis } from '@konsil/contracts/anamnesis';
import type { AnamnesisTopic } from '@konsil/contracts/codes';
import { Stack } from '@konsil/ui';
import { MedicationTable, type MedicationReader } from './MedicationTable.tsx';

export interface TopicDetailProps {
  topic: AnamnesisTopic;
  anamnesis: Pick<Anamnesis, 'allergies' | 'medication' | 'medication_list'>;
  reader: MedicationReader;
  /** The words of the topic, as the page shows words. */
  children: ReactNode;
}

/** One topic: the medication list, if there is one, above the text. */
export function TopicDetail({ topic, anamnesis, reader, children }: TopicDetailProps) {
  const { medication, medication_list: list, allergies } = anamnesis;
  if (topic !== 'medication' || !list) return children;
  return (
    <Stack gap={3}>
      <MedicationTable list={list} allergies={allergies} reader={reader} />
      {medication && children}
    </Stack>
  );
}
