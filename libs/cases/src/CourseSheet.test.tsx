import { screen, within } from '@testing-library/react';
import { anAnswer, anId, aProcessOverview, renderWithProviders } from '@konsil/testing';
import { CourseSheet } from './CourseSheet.tsx';

test('contains every answer in full, newest first', async () => {
  const question = { question_id: anId(), question: 'Muss ich operiert werden?', text: 'Nein, abwarten genügt.' };
  const [first, last] = [
    anAnswer({
      answer: 'Der Knoten ist gutartig.',
      reason: 'Die Ränder sind glatt.',
      question_answers: [question],
      answered_at: '2026-11-04T08:00:00Z',
    }),
    anAnswer({ answer: 'Auch die Kontrolle ist unauffällig.', answered_at: '2026-11-20T08:00:00Z' }),
  ];
  await renderWithProviders(
    <CourseSheet theCase={aProcessOverview({ answers: [first, last] })} optionWords="answerOption" />,
  );
  const titles = await screen.findAllByRole('heading', { level: 2, name: new RegExp(first.answered_by) });
  expect(titles.map((title) => /\d\d\.\d\d\.\d{4}/.exec(title.textContent)?.[0])).toEqual(['20.11.2026', '04.11.2026']);
  const section = within(titles[1]?.closest('section') as HTMLElement);
  for (const text of ['Der Knoten ist gutartig.', 'Die Ränder sind glatt.', 'Nein, abwarten genügt.'])
    expect(section.getByText(text)).toBeInTheDocument();
});
