import { aCase, aNamedDoctor } from '@konsil/testing/builders';
import { featureStory } from '@konsil/testing/story';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { NextStepCard } from './NextStepCard.tsx';

const meta: Meta<typeof NextStepCard> = { title: 'Features/Next step', component: NextStepCard, ...featureStory() };
export default meta;
type Story = StoryObj<typeof NextStepCard>;

const theCase = aCase({ case_name: 'Knoten in der Schilddrüse', doctor: aNamedDoctor({ name: 'Dr. Elif Sandberg' }) });

export const SendADraft: Story = {
  args: { theCase: { ...theCase, status: 'draft' }, step: { key: 'sendFirst', place: 'send' }, path: '/send' },
};

export const AnswerAQuestion: Story = {
  args: {
    theCase: { ...theCase, status: 'with_patient', next_deadline: '2099-12-04' },
    step: { key: 'answerQuestion', place: 'message' },
    path: '/messages/new',
  },
};

export const ChooseAnAppointment: Story = {
  args: {
    theCase: { ...theCase, status: 'with_patient' },
    step: { key: 'chooseAppointment', place: 'answer' },
    path: '/answer',
  },
};
