import { createEvent, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { FileDrop } from './FileDrop';

const words = { choose: 'Datei wählen', photo: 'Foto machen', drop: 'oder hierher ziehen' };
const file = (name: string) => new window.File(['x'], name, { type: 'application/pdf' });

describe('The file drop area', () => {
  it('accepts chosen files, and the same file again', async () => {
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

  const drop = (
    items: { kind: string; webkitGetAsEntry: () => unknown; getAsFile?: () => File }[],
    files: File[] = [],
  ) => fireEvent.drop(screen.getByText('oder hierher ziehen'), { dataTransfer: { types: ['Files'], items, files } });
  const inFolder = (path: string) => ({
    isFile: true,
    fullPath: path,
    file: (take: (one: File) => void) => take(file(path.split('/').at(-1) ?? '')),
  });
  const folder = (...entries: unknown[]) => {
    const batches = [entries, []];
    return {
      isDirectory: true,
      createReader: () => ({ readEntries: (take: (batch: unknown[]) => void) => take(batches.shift() ?? []) }),
    };
  };

  it('accepts dropped files', async () => {
    const take = jest.fn();
    render(<FileDrop words={words} onFiles={take} />);
    const letter = file('a.pdf');
    drop([{ kind: 'file', webkitGetAsEntry: () => ({ isFile: true }), getAsFile: () => letter }]);
    await waitFor(() => expect(take.mock.calls).toEqual([[[letter]]]));
  });

  it('accepts a dropped folder with its name, files ordered by path', async () => {
    const take = jest.fn();
    render(<FileDrop words={words} onFiles={take} />);
    drop([
      {
        kind: 'file',
        webkitGetAsEntry: () => folder(inFolder('/CD/IM10'), inFolder('/CD/IM9'), inFolder('/CD/DICOMDIR')),
      },
    ]);
    await waitFor(() => expect(take).toHaveBeenCalledTimes(1));
    const [files, name] = take.mock.calls[0] as [File[], string];
    expect([name, ...files.map((one) => one.name)]).toEqual(['CD', 'DICOMDIR', 'IM9', 'IM10']);
  });

  it('accepts a chosen folder with its name', async () => {
    const take = jest.fn();
    render(<FileDrop words={{ ...words, folder: 'Ordner wählen' }} onFiles={take} />);
    const image = file('IM1');
    Object.defineProperty(image, 'webkitRelativePath', { value: 'Aufnahmen/2026/IM1' });
    await userEvent.upload(screen.getByLabelText('Ordner wählen'), image);
    expect(take).toHaveBeenCalledWith([image], 'Aufnahmen');
  });

  it('keeps the page when a file is dropped beside the area', () => {
    render(<FileDrop words={words} onFiles={jest.fn()} />);
    const beside = createEvent.drop(document.body, { dataTransfer: { types: ['Files'], files: [file('a.pdf')] } });
    fireEvent(document.body, beside);
    expect(beside.defaultPrevented).toBe(true);
  });
});
