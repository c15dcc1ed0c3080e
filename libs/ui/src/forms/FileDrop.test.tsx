import { createEvent, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { FileDrop } from './FileDrop';

const words = { choose: 'Datei wählen', photo: 'Foto machen', drop: 'oder hierher ziehen' };
const file = (name: string) => new window.File(['x'], name, { type: 'application/pdf' });

describe('The place for files', () => {
  it('takes chosen files, and the same one again', async () => {
    const take = jest.fn();
    render(<FileDrop words={words} onFiles={take} />);
    const letter = file('Arztbrief.pdf');
    await userEvent.upload(screen.getByLabelText('Datei wählen'), [letter, file('Labor.pdf')]);
    await userEvent.upload(screen.getByLabelText('Datei wählen'), letter);
    expect(take.mock.calls.map(([files]) => files.map((one: File) => one.name))).toEqual([
      ['Arztbrief.pdf', 'Labor.pdf'],
      ['Arztbrief.pdf'],
    ]);
  });

  it('takes dropped files', () => {
    const take = jest.fn();
    render(<FileDrop words={words} onFiles={take} />);
    fireEvent.drop(screen.getByText('oder hierher ziehen'), { dataTransfer: { types: ['Files'], files: [file('a.pdf')] } });
    expect(take).toHaveBeenCalledTimes(1);
  });

  it('keeps the page when a file is dropped beside it', () => {
    render(<FileDrop words={words} onFiles={jest.fn()} />);
    const beside = createEvent.drop(document.body, { dataTransfer: { types: ['Files'], files: [file('a.pdf')] } });
    fireEvent(document.body, beside);
    expect(beside.defaultPrevented).toBe(true);
  });
});
