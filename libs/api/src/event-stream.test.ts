import { readEvents } from './event-stream.ts';

const read = async (...chunks: string[]) => {
  const bytes = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk));
      controller.close();
    },
  });
  const events = [];
  for await (const event of readEvents(bytes)) events.push(event);
  return events;
};

test('reads complete events, however the bytes are split', async () => {
  expect(await read('id: 7\nda', 'ta: {"type":"ca', 'se"}\n', '\ndata: second\n\n')).toEqual([
    { id: '7', data: '{"type":"case"}' },
    { data: 'second' },
  ]);
});

test('yields comments as empty, and no unfinished events', async () => {
  expect(await read(': \n\n', 'data: half')).toEqual([{ data: '' }]);
});

test('joins several data lines, with any line ending', async () => {
  expect(await read('data: a\r\ndata: b\r\n\r\n')).toEqual([{ data: 'a\nb' }]);
});
