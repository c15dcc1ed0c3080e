import type { DicomUpload } from './dicom-instance.ts';
import { limits } from './limits.ts';
import { runInWorker, type DicomSource } from './run-in-worker.ts';

/**
 * Reads an uploaded `.dcm` or `.zip`, decided by content, not by name.
 * @returns the images with all data for serving them, and the members of a ZIP that were left out
 * @throws DicomProblem with one of `dicomProblemCodes`, nothing else
 */
export const readDicomUpload = async (source: DicomSource): Promise<DicomUpload> =>
  (await runInWorker({ task: 'read', source }, limits.readMilliseconds)) as DicomUpload;
