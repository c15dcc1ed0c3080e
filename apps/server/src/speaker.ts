import { ofProcess } from '@konsil/server-platform/logger';
import { release } from './release.ts';

export interface StartupOutput {
  /** @param details for programs that read the output; a terminal shows only the words */
  say: (words: string, details?: Record<string, unknown>) => void;
  complain: (words: string) => void;
}
type Output = Pick<NodeJS.WriteStream, 'isTTY' | 'write'>;

/** Prints messages before and after the logger exists: plain text in a terminal, otherwise log lines. */
export const startupOutput = (out: Output = process.stdout, problems: Output = process.stderr): StartupOutput => {
  const line = (level: string, words: string, details: Record<string, unknown> = {}) =>
    `${JSON.stringify({ level, time: new Date().toISOString(), ...ofProcess(release.version), ...details, msg: words })}\n`;
  const to =
    (stream: Output, level: string): StartupOutput['say'] =>
    (words, details) =>
      void stream.write(stream.isTTY ? `${words}\n` : line(level, words, details));
  return { say: to(out, 'info'), complain: to(problems, 'error') };
};
