import { foreignFiles } from './foreign.ts';
import { pdfFiles } from './pdfs.ts';
import { pictureFiles } from './pictures.ts';
import type { HostileFile } from './script.ts';
import { studyFiles } from './studies.ts';

/** Files that try to run something (docs/security.md IN4 to IN7, OU4). */
export const hostileFiles = async (): Promise<HostileFile[]> => [
  ...foreignFiles(),
  ...pdfFiles(),
  ...(await pictureFiles()),
  ...(await studyFiles()),
];
