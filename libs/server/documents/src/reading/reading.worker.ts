import { getPriority, setPriority } from 'node:os';
import { Worker } from 'node:worker_threads';
import { renderMeasured } from '@konsil/server-dicom/measured-picture';
import { renderPreview } from '@konsil/server-dicom/preview';
import { renderFrame } from '@konsil/server-dicom/rendered-picture';
import { workerFile } from '@konsil/server-platform/worker-file';
import { inChunks } from '@konsil/server-storage/chunk-cipher';
import type { StoredFile } from '@konsil/server-storage/file-store';
import { openFileStore } from '@konsil/server-storage/open-store';
import type { FileType } from '@konsil/server-dicom/file-type';
import { cutOut } from './cut-out.ts';
import { encodePicture } from './encode-picture.ts';
import { inspectDicom, takeLetter } from './inspect-dicom.ts';
import { memoryLimit } from './memory-limit.ts';
import { drawPdfPage, inspectPdf, previewOfPdf, wordsOfPdf } from './read-pdf.ts';
import { copyForViewing, drawPicture, inspectPhoto, smallPicture } from './read-photo.ts';
import { readingEnv } from './reading-env.ts';
import type {
  DrawnPage,
  FileToDraw,
  FileToRead,
  Inspection,
  PreparedCopies,
  ReadingJob,
  ReadingReply,
} from './reading.ts';

// Never above the server's own priority.
setPriority(Math.max(getPriority(), Number(process.argv[2] ?? 0)));

// Only without a kernel limit around this process.
if (process.argv[3] === 'watched')
  new Worker(workerFile('memory'), { workerData: memoryLimit.residentBytes, env: {} }).unref();

const files = openFileStore(readingEnv.parse(process.env));

type WholeFileType = Exclude<FileType, 'application/pdf'>;

const inspect = (
  { file, keys = [] }: ReadingJob & { task: 'inspect' },
  type: WholeFileType,
  bytes: Buffer,
): Promise<Inspection> =>
  type === 'application/dicom' || type === 'application/zip'
    ? inspectDicom(files, { file, keys, bytes })
    : inspectPhoto(bytes);

/** A missing preview is no error. */
const orNone = (work: Promise<Buffer | null>): Promise<Buffer | null> => work.catch(() => null);

async function* once(bytes: Buffer) {
  yield bytes;
}
const store = async (bytes: Buffer | null, { fileKey }: FileToRead, key: string): Promise<StoredFile | null> =>
  bytes ? files.putAs({ key, fileKey }, inChunks(once(bytes))) : null;
const keep = async (bytes: Buffer | null, file: FileToRead, key: string): Promise<string | null> =>
  (await store(bytes, file, key))?.key ?? null;

const prepare = async (
  { file, keys, instance }: ReadingJob & { task: 'prepare' },
  type: WholeFileType,
  bytes: Buffer,
): Promise<PreparedCopies> => {
  if (type === 'application/dicom' || type === 'application/zip')
    return {
      view: null,
      preview: await keep(instance ? await orNone(renderPreview(bytes, instance)) : null, file, keys.preview),
    };
  const view = await orNone(copyForViewing(bytes, type));
  return {
    view: await store(view, file, keys.view),
    preview: await keep(view && (await orNone(smallPicture(view))), file, keys.preview),
  };
};

const draw = async (file: FileToDraw, page: number): Promise<DrawnPage | null> =>
  file.type === 'application/pdf' ? drawPdfPage(await files.get(file), page) : drawPicture(await files.bytes(file));

const work = async (job: ReadingJob): Promise<ReadingReply['value']> => {
  if (job.task === 'draw') return draw(job.file, job.page);
  if (job.task === 'place') {
    const drawn = await draw(job.file, job.page);
    return { kind: 'place', picture: drawn?.picture ? await cutOut(drawn.picture, job.region) : null };
  }
  if (job.task === 'measured') {
    const { file, instance, measured } = job;
    return { kind: 'place', picture: await renderMeasured(await files.bytes(file), instance, measured) };
  }
  if (job.task === 'encode') return { kind: 'encoded', ...(await encodePicture(job.bytes, job.use)) };
  if (job.task === 'rendered') {
    const { file, instance, rendering } = job;
    return { kind: 'place', picture: await renderFrame(await files.bytes(file), instance, rendering) };
  }
  const {
    file,
    file: { type },
  } = job;
  if (type === 'application/pdf') {
    const pdf = await files.get(file);
    if (job.task === 'words') return wordsOfPdf(pdf).catch(() => ({ pages: [] }));
    return job.task !== 'prepare'
      ? inspectPdf(pdf)
      : { view: null, preview: await keep(await orNone(previewOfPdf(pdf)), file, job.keys.preview) };
  }
  if (job.task === 'words') return { pages: [] };
  const bytes = await files.bytes(file);
  if (job.task === 'letter') return takeLetter(files, { file, keys: job.keys, bytes }, job.member);
  return job.task === 'inspect' ? inspect(job, type, bytes) : prepare(job, type, bytes);
};

/** File contents are freed at once: a process that has grown is replaced, and the next file would wait for that. */
const tidy = () => void globalThis.gc?.({ type: 'minor' });

process.on('message', (job: ReadingJob) => {
  void work(job)
    .catch(() => null)
    .then((value) => process.send?.({ value } satisfies ReadingReply, undefined, undefined, tidy));
});
process.send?.('up');
// The server has stopped: nobody needs a response.
process.on('disconnect', () => process.exit());
