/** A server-sent event: its joined data lines, and its id if it has one. */
export interface StreamedEvent {
  id?: string;
  data: string;
}

const parse = (block: string): StreamedEvent => {
  const event: StreamedEvent = { data: '' };
  const data: string[] = [];
  for (const line of block.split('\n')) {
    const colon = line.indexOf(':');
    const [field, value] = colon < 0 ? [line, ''] : [line.slice(0, colon), line.slice(colon + 1).replace(/^ /, '')];
    if (field === 'data') data.push(value);
    if (field === 'id') event.id = value;
  }
  return { ...event, data: data.join('\n') };
};

/** Reads `text/event-stream` event by event, however the bytes are split. Comments are yielded with empty data. */
export async function* readEvents(bytes: ReadableStream<Uint8Array>): AsyncGenerator<StreamedEvent> {
  const reader = bytes.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      rest = (rest + decoder.decode(value, { stream: true })).replace(/\r\n?/g, '\n');
      const blocks = rest.split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) yield parse(block);
    }
  } finally {
    reader.releaseLock();
  }
}
