import { anAnswer, aNamedDoctor } from '@konsil/testing/builders';
import { anId } from '@konsil/testing/ids';
import { featureStory } from '@konsil/testing/story';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { AnswerLetter } from './AnswerLetter.tsx';

const meta: Meta<typeof AnswerLetter> = { title: 'Features/Answer letter', component: AnswerLetter, ...featureStory() };
export default meta;
type Story = StoryObj<typeof AnswerLetter>;

const question_answers = [
  {
    question_id: anId(),
    question: 'Muss das operiert werden?',
    text: 'Nein. Bewegung und Krankengymnastik helfen in den meisten Fällen.',
  },
];

export const FinalAnswer: Story = {
  args: {
    answer: anAnswer({ option: 'final_answer', answer: 'Die Befunde sind unauffällig.', question_answers }),
  },
};

export const UnableToAnswer: Story = {
  args: {
    answer: anAnswer({
      option: 'unable_to_do_anything',
      answer: 'Leider reicht das nicht.',
      reason: 'Die Aufnahmen sind unscharf.',
      next_step: 'Bitte lassen Sie sie wiederholen.',
    }),
  },
};

export const AnotherDoctorRecommended: Story = {
  args: {
    answer: anAnswer({
      option: 'recommendation_different_physician',
      answer: 'Das gehört in die Hände einer Kardiologin.',
      recommended_doctor: aNamedDoctor({ name: 'Prof. Dr. Vogel', specialty: 'Kardiologie', city: 'Freiburg' }),
    }),
  },
};

export const ReadByTheDoctor: Story = {
  args: { answer: anAnswer({ option: 'final_answer', question_answers }), reader: 'doctor' },
};
