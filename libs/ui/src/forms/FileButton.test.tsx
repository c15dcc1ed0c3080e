import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { FileButton, PhotoButton } from './FileButton';

const photo = new File(['a photo'], 'photo.jpg', { type: 'image/jpeg' });
const choose = (input: HTMLElement, ...files: File[]) => fireEvent.change(input, { target: { files } });

test('a photo taken while the button was unmounted is passed on', () => {
  const taken: string[] = [];
  const { rerender } = render(<PhotoButton label="Photo" onPhoto={({ name }) => taken.push(name)} />);
  const input = screen.getByLabelText('Photo');
  rerender(<p>Something else</p>);
  choose(input, photo);
  expect(taken).toEqual(['photo.jpg']);
});

test('files are passed to the latest handler, once', () => {
  const taken: string[] = [];
  const button = (place: string) => (
    <FileButton label="File" icon={null} input={{}} onFiles={([file]) => taken.push(`${file?.name} ${place}`)} />
  );
  const { rerender } = render(button('before'));
  rerender(button('after'));
  choose(screen.getByLabelText('File'), photo);
  choose(screen.getByLabelText('File'));
  expect(taken).toEqual(['photo.jpg after']);
});

test('the same file can be chosen again', async () => {
  const taken: string[] = [];
  render(<PhotoButton label="Photo" onPhoto={({ name }) => taken.push(name)} />);
  const input = screen.getByLabelText<HTMLInputElement>('Photo');
  await userEvent.upload(input, photo);
  // A browser reports a file only where it differs from the input's value.
  expect(input.value).toBe('');
  await userEvent.upload(input, photo);
  expect(taken).toEqual(['photo.jpg', 'photo.jpg']);
});
