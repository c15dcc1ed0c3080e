import { aFormField } from '@konsil/testing/builders';
import { featureStory } from '@konsil/testing/story';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { FormEditor } from './FormEditor.tsx';
import { FormOutline } from './FormOutline.tsx';

const fields = [
  aFormField({ label_de: 'Beruf', label_en: 'Occupation' }),
  aFormField({
    kind: 'number',
    label_de: 'Gewicht',
    label_en: 'Weight',
    unit: 'kg',
    min: '1',
    max: '300',
    required: true,
  }),
];

const meta: Meta<typeof FormEditor> = {
  title: 'Features/Form editor',
  component: FormEditor,
  args: { saved: { version: 1, fields }, save: () => Promise.resolve({ version: 2, fields }) },
  ...featureStory(),
};
export default meta;

export const Fields: StoryObj<typeof FormEditor> = {};

export const Outline: StoryObj = { render: () => <FormOutline fields={fields} /> };
