import type { OtherStudy, ViewedCase } from '@konsil/contracts/viewed-case';
import { useCallback, useEffect, useState } from 'react';
import { whenIdle } from '../engine/when-idle.ts';
import { dicomWeb, NotAvailable, type DicomWeb } from '../study/dicom-web.ts';
import { readStudy } from '../study/read-study.ts';
import type { Study } from '../study/study.ts';

/** A study with its access. */
export interface OpenStudy {
  study: Study;
  viewedCase: ViewedCase | null;
  web: DicomWeb;
}

export interface Other {
  other: OtherStudy;
  /** `gone`: the reader may not see it any more. */
  opened: OpenStudy | 'closed' | 'opening' | 'failed' | 'gone';
}

export interface Others {
  all: Other[];
  /** The list could not be fetched. */
  failed: boolean;
  retry: () => void;
  /** Opens one, or returns the opened one; null if it could not be opened. */
  open: (other: OtherStudy) => Promise<OpenStudy | null>;
  /** Removes a study whose access has ended. */
  close: (study: Study) => void;
}

const same = (a: OtherStudy, b: OtherStudy): boolean => a.document_id === b.document_id && a.study_uid === b.study_uid;

/** Other studies of the same person, fetched once the first picture is there. */
export function useOthers({ uid }: Study, ready: boolean): Others {
  const [all, setAll] = useState<Other[]>([]);
  const [failed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    if (!ready || !dicomWeb.own) return undefined;
    let gone = false;
    // Not before the first picture is on the screen.
    const callOff = whenIdle(
      () =>
        void dicomWeb.others(uid).then(
          (others) => {
            if (gone) return;
            setAll(others.map((other) => ({ other, opened: 'closed' })));
            setFailed(false);
          },
          // Without a right to this study its pictures close by themselves.
          (failure: unknown) => !gone && setFailed(!(failure instanceof NotAvailable)),
        ),
    );
    return () => {
      gone = true;
      callOff();
    };
  }, [uid, ready, attempt]);

  const set = useCallback(
    (other: OtherStudy, opened: Other['opened']) =>
      setAll((before) => before.map((one) => (same(one.other, other) ? { ...one, opened } : one))),
    [],
  );
  const open = async (other: OtherStudy): Promise<OpenStudy | null> => {
    const known = all.find((one) => same(one.other, other))?.opened;
    if (typeof known === 'object') return known;
    set(other, 'opening');
    try {
      const { studyUid, web } = await dicomWeb.openBeside(uid, {
        document_id: other.document_id,
        study_uid: other.study_uid,
      });
      const [metadata, viewedCase] = await Promise.all([web.metadata(studyUid), web.viewedCase(studyUid)]);
      const opened = { study: readStudy(studyUid, metadata, web), viewedCase, web };
      set(other, opened);
      return opened;
    } catch (failure) {
      set(other, failure instanceof NotAvailable ? 'gone' : 'failed');
      return null;
    }
  };
  const close = useCallback(
    (study: Study) =>
      setAll((before) =>
        before.map((one) =>
          typeof one.opened === 'object' && one.opened.study === study ? { ...one, opened: 'gone' } : one,
        ),
      ),
    [],
  );
  const retry = useCallback(() => setAttempt((before) => before + 1), []);
  return { all, failed, retry, open, close };
}
