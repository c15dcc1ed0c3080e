// @bundle route
import { fhirDicomWebRoutes } from '@konsil/contracts/fhir-dicomweb';
import { fetchFile } from './file.ts';

/** One frame of an image in a case; frames count from 1. */
export interface FrameAddress {
  caseId: string;
  study: string;
  series: string;
  instance: string;
  frame: number;
}

/** A frame as a JPEG for looking at, at most `side` pixels a side. Throws a `ProblemError`. */
export const fetchRenderedFrame = (
  { caseId, study, series, instance, frame }: FrameAddress,
  { side, quality }: { side: number; quality: number },
): Promise<Blob> =>
  fetchFile(
    fhirDicomWebRoutes.readRenderedFrame,
    { id: caseId, study, series, instance, frames: String(frame) },
    { viewport: `${side},${side}`, quality: String(quality) },
  );
