// @bundle route
import { useEffect, useRef, useState } from 'react';
import { useFindKnownFilesMutation } from '@konsil/api/imports';
import { networkProblem, problemOf } from '@konsil/api/problem';
import { mostKnownAsked } from '@konsil/contracts/import-limits';
import {
  CodeMissing,
  readIncoming,
  TooManyFiles,
  type Incoming,
  type LeftOut,
} from '@konsil/documents-upload/incoming';
import { problemText, useCommon, useLocale, useTexts } from '@konsil/i18n';
import { readSummary, type ReadSummary } from './ips.ts';
import { importTexts } from './texts.ts';

/** A set of e-mails or a folder, with the files that can be taken over and those that are known already. */
export interface ReadSet extends Omit<Incoming, 'summaries'> {
  summaries: ReadSummary[];
  /** Files that are in a case of the person already. */
  known: number;
}
export type SetReading =
  | { is: 'idle' }
  | { is: 'reading'; done: number; count: number }
  | { is: 'failed'; text: string; again: readonly File[] | null }
  | { is: 'read'; set: ReadSet };

// A summary is text, so a larger file is not a summary.
export const mostSummaryBytes = 16 * 1024 * 1024;

const pathOf = (file: File): string => file.webkitRelativePath || file.name;

/** Reads chosen e-mails or a folder on this device, and asks which of the files are here. Nothing is sent but checksums. */
export const useReadSet = (patientId: string) => {
  const { t } = useTexts(importTexts);
  const { t: common } = useCommon();
  const locale = useLocale();
  const [findKnown] = useFindKnownFilesMutation();
  const [reading, setReading] = useState<SetReading>({ is: 'idle' });
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);

  const summariesOf = async ({ summaries }: Incoming): Promise<{ read: ReadSummary[]; others: LeftOut[] }> => {
    const read: ReadSummary[] = [];
    const others: LeftOut[] = [];
    for (const { file, source } of summaries) {
      const summary = file.size > mostSummaryBytes ? null : readSummary(await file.text(), locale);
      if (summary) read.push(summary);
      else others.push({ name: file.name, source, reason: 'unsupported' });
    }
    return { read, others };
  };
  const knownAmong = async (incoming: Incoming): Promise<Set<string>> => {
    const sums = incoming.files.flatMap(({ sha256 }) => sha256 ?? []);
    const known = new Set<string>();
    for (let from = 0; from < sums.length; from += mostKnownAsked) {
      const body = { sha256: sums.slice(from, from + mostKnownAsked) };
      for (const sum of (await findKnown({ id: patientId, body }).unwrap()).known) known.add(sum);
    }
    return known;
  };

  const failureOf = (failure: unknown, chosen: readonly File[]): SetReading => {
    if (failure instanceof TooManyFiles) return { is: 'failed', text: t('set.tooMany'), again: null };
    if (failure instanceof CodeMissing)
      return { is: 'failed', text: problemText(common, networkProblem), again: chosen };
    // The server's problems are objects, those of the worker are errors.
    if (failure instanceof Error) return { is: 'failed', text: t('set.unreadable'), again: null };
    return { is: 'failed', text: problemText(common, problemOf(failure)), again: chosen };
  };

  const read = async (chosen: readonly File[]): Promise<void> => {
    running.current?.abort();
    const abort = new AbortController();
    running.current = abort;
    const tell = (next: SetReading) => {
      if (!abort.signal.aborted) setReading(next);
    };
    tell({ is: 'reading', done: 0, count: chosen.length });
    try {
      const incoming = await readIncoming(
        chosen.map((file) => ({ file, path: pathOf(file) })),
        { onProgress: (done) => tell({ is: 'reading', done, count: chosen.length }), signal: abort.signal },
      );
      const { read: summaries, others } = await summariesOf(incoming);
      const known = await knownAmong(incoming);
      const isHere = (sha256: string | null) => sha256 !== null && known.has(sha256);
      tell({
        is: 'read',
        set: {
          ...incoming,
          files: incoming.files.filter(({ sha256 }) => !isHere(sha256)),
          leftOut: [...incoming.leftOut, ...others],
          known: incoming.files.filter(({ sha256 }) => isHere(sha256)).length,
          summaries,
        },
      });
    } catch (failure) {
      tell(failureOf(failure, chosen));
    }
  };
  const forget = () => {
    running.current?.abort();
    setReading({ is: 'idle' });
  };
  return { reading, read, forget };
};
