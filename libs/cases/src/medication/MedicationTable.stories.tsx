import { featureStory } from '@konsil/testing/story';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { aMedicationList } from './medication.testing.ts';
import { MedicationTable } from './MedicationTable.tsx';

const meta: Meta<typeof MedicationTable> = {
  title: 'Features/Medication list',
  component: MedicationTable,
  ...featureStory(),
};
export default meta;
type Story = StoryObj<typeof MedicationTable>;

export const ForPatients: Story = { args: { list: aMedicationList, allergies: '', reader: 'patient' } };

export const WithWarnings: Story = {
  args: {
    list: { ...aMedicationList, medicines: [...aMedicationList.medicines, ...aMedicationList.medicines.slice(0, 1)] },
    allergies: 'Metamizol (Ausschlag)',
    reader: 'patient',
  },
};

export const ForDoctors: Story = { args: { ...WithWarnings.args, reader: 'doctor' } as Story['args'] };
