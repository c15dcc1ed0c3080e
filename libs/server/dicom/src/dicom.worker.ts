import { readFile } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { drawFrame, drawPreview } from './draw-preview.ts';
import { readDicomBytes } from './read-bytes.ts';
import { asDicomProblem } from './read-errors.ts';
import type { DicomJob, DicomReply, DicomThread } from './run-in-worker.ts';
import { thisThread } from './thread-time.ts';

const bytesOf = async (source: string | Uint8Array): Promise<Uint8Array> =>
  typeof source === 'string' ? readFile(source) : source;

async function run(job: DicomJob): Promise<unknown> {
  const file = await bytesOf(job.source);
  if (job.task === 'frame') return drawFrame(file, job.instance, job.shown);
  return job.task === 'read' ? readDicomBytes(file) : drawPreview(file, job.instance);
}

const reply = async (): Promise<DicomReply> => {
  try {
    return { value: await run(workerData as DicomJob) };
  } catch (cause) {
    return { problem: asDicomProblem(cause, 'unreadable').code };
  }
};

parentPort?.postMessage({ thread: thisThread() } satisfies DicomThread);
/** A picture is handed over, not copied. */
const handedOver = (answer: DicomReply): ArrayBuffer[] => {
  const { data } = 'value' in answer && answer.value ? (answer.value as { data?: unknown }) : {};
  return data instanceof Uint8Array && data.buffer instanceof ArrayBuffer ? [data.buffer] : [];
};
void reply().then((answer) => parentPort?.postMessage(answer, handedOver(answer)));
