import { partOf } from '../study/multipart.ts';

/** A fetched frame: its bytes and their encoding. */
export interface FetchedFrame {
  bytes: Uint8Array;
  transferSyntax: string;
}

/** The response was not a picture. */
export class FrameRefused extends Error {}
/** No data arrived for too long. */
export class FrameStalled extends Error {}

const stalledAfter = 30_000;

const syntaxOfType: Record<string, string> = {
  'image/jpeg': '1.2.840.10008.1.2.4.50',
  'image/x-jls': '1.2.840.10008.1.2.4.80',
  'image/jls': '1.2.840.10008.1.2.4.80',
  'image/jll': '1.2.840.10008.1.2.4.70',
  'image/jp2': '1.2.840.10008.1.2.4.90',
  'image/jphc': '1.2.840.10008.1.2.4.201',
  'image/dicom-rle': '1.2.840.10008.1.2.5',
  'image/x-dicom-rle': '1.2.840.10008.1.2.5',
};
const explicitLittleEndian = '1.2.840.10008.1.2.1';

function syntaxOf(contentType: string): string {
  const [type = '', ...parameters] = contentType.split(';').map((part) => part.trim().replaceAll('"', ''));
  const named = parameters
    .find((parameter) => parameter.startsWith('transfer-syntax='))
    ?.slice('transfer-syntax='.length);
  return named && named !== '*' ? named : (syntaxOfType[type.toLowerCase()] ?? explicitLittleEndian);
}

/** Fetches one frame. @throws FrameRefused, FrameStalled, or the network error */
export async function fetchFrame(url: string): Promise<FetchedFrame> {
  const stop = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(() => stop.abort(new FrameStalled()), stalledAfter);
  };
  try {
    wait();
    const answer = await fetch(url, {
      headers: { accept: 'multipart/related; type=application/octet-stream; transfer-syntax=*' },
      signal: stop.signal,
    });
    if (!answer.ok || !answer.body) throw new FrameRefused(String(answer.status));
    const chunks: Uint8Array[] = [];
    const reader = answer.body.getReader();
    for (let { done, value } = await reader.read(); !done && value; { done, value } = await reader.read()) {
      chunks.push(value);
      wait();
    }
    const whole = new Uint8Array(chunks.reduce((total, { length }) => total + length, 0));
    let at = 0;
    for (const chunk of chunks) {
      whole.set(chunk, at);
      at += chunk.length;
    }
    const contentType = answer.headers.get('content-type') ?? '';
    const part = partOf(whole, contentType);
    return { bytes: part.bytes, transferSyntax: syntaxOf(part.contentType || contentType) };
  } finally {
    clearTimeout(timer);
  }
}
