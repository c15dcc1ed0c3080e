import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aLogin, anAnswer, anId, aProcessOverview, fakeApi, renderWithProviders, someSettings } from '@konsil/testing';
import type { FakeAnswers } from '@konsil/testing';
import { AnswerPane } from './AnswerPane';

export const questions = [
  { id: anId(), text: 'Muss der Knoten entfernt werden?', answer: null },
  { id: anId(), text: 'Kann ich warten?', answer: null },
];
export const theCase = aProcessOverview({ questions });
/** Renders the answer of a case with two questions, in front of a fake API. */
export const openAnswerPane = async (answers: FakeAnswers = {}) => {
  const onSent = jest.fn();
  const api = fakeApi({
    getDraft: null,
    saveDraft: ({ body }) => ({
      content: (body as { content: Record<string, unknown> }).content,
      updated_at: '2026-11-03T11:00:00.000Z',
    }),
    deleteDraft: { ok: true },
    listSnippets: [],
    getSettings: someSettings(),
    getMarkedMeasurements: { revision: null, items: [], left_out: 0 },
    answerPatient: anAnswer({ option: 'final_answer' }),
    ...answers,
  });
  await renderWithProviders(<AnswerPane theCase={theCase} onSent={onSent} />, { login: aLogin({ role: 'doctor' }) });
  await screen.findByRole('group', { name: 'Art der Antwort' });
  return { api, onSent };
};
export const finish = () => userEvent.click(screen.getByRole('button', { name: 'Fertig' }));
export const send = () => userEvent.click(screen.getByRole('button', { name: /^Senden/ }));
export const choose = (name: RegExp) => userEvent.click(screen.getByRole('radio', { name }));
