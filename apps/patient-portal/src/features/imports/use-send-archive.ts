// @bundle route
import { useEffect, useRef, useState } from 'react';
import {
  pieceOf,
  useAddImportPieceMutation,
  useBeginImportMutation,
  useCheckImportMutation,
} from '@konsil/api/imports';
import { importRefusals, mostImportBytes } from '@konsil/contracts/import-limits';
import type { RecordImport } from '@konsil/contracts/imports';
import { problemText, useCommon, useTexts } from '@konsil/i18n';
import { useFieldErrors } from '@konsil/i18n/field-errors';
import { problemOf } from '@konsil/api/problem';

import { importTexts } from './texts.ts';

export type Sending =
  | { is: 'idle' }
  | { is: 'sending'; done: number; total: number }
  | { is: 'checking' }
  | { is: 'failed'; text: string; again: File | null };

/** Sends an archive in pieces and requests its check; after a failure the upload resumes. */
export const useSendArchive = (patientId: string, onChecked: (checked: RecordImport) => void) => {
  const { t } = useTexts(importTexts);
  const { t: common } = useCommon();
  const errorText = useFieldErrors();
  const [begin] = useBeginImportMutation();
  const [addPiece] = useAddImportPieceMutation();
  const [check] = useCheckImportMutation();
  const [sending, setSending] = useState<Sending>({ is: 'idle' });
  const left = useRef(false);
  useEffect(() => {
    left.current = false;
    return () => {
      left.current = true;
    };
  }, []);

  const sendPieces = async (file: File): Promise<RecordImport | null> => {
    const body = { file_name: file.name, size: file.size };
    const { id, pieces } = await begin({ id: patientId, body }).unwrap();
    for (let done = pieces; pieceOf(file, done).size > 0; ) {
      if (left.current) return null;
      setSending({ is: 'sending', done: pieceOf(file, 0).size * done, total: file.size });
      done = (await addPiece({ id, position: done, file: pieceOf(file, done) }).unwrap()).pieces;
    }
    if (left.current) return null;
    setSending({ is: 'checking' });
    return check(id).unwrap();
  };

  const send = async (file: File): Promise<void> => {
    // No retry is offered, because the server would refuse the same file again.
    const refuse = (text: string) => setSending({ is: 'failed', text, again: null });
    if (file.size === 0) return refuse(errorText({ message: 'fileEmpty' }) ?? '');
    if (file.size > mostImportBytes) return refuse(t('refusals.too_large'));
    setSending({ is: 'sending', done: 0, total: file.size });
    try {
      const checked = await sendPieces(file);
      if (checked && !left.current) onChecked(checked);
    } catch (failure) {
      const problem = problemOf(failure);
      const [fault] = problem.errors;
      const refused = importRefusals.find(
        (one) => one === (problem.current as { refused?: unknown } | undefined)?.refused,
      );
      if (refused) refuse(t(`refusals.${refused}`));
      else if (fault) refuse(errorText({ message: fault.code }) ?? '');
      else setSending({ is: 'failed', text: problemText(common, problem), again: file });
    }
  };
  return { sending, send };
};
