import { useCallback, useEffect, useState } from 'react';
import { dicomWeb, NotAvailable, type Closed } from '../study/dicom-web.ts';
import { readStudy } from '../study/read-study.ts';
import type { ViewedCase } from '@konsil/contracts/viewed-case';
import type { Study } from '../study/study.ts';

export type StudyPhase =
  | { phase: 'loading' }
  | { phase: 'ready'; study: Study; viewedCase: ViewedCase | null }
  | { phase: 'closed'; reason: Closed }
  | { phase: 'none' | 'failed' | 'empty' | 'regionsOnly' };

async function load(studyUid: string): Promise<StudyPhase> {
  try {
    const [metadata, viewedCase] = await Promise.all([dicomWeb.metadata(studyUid), dicomWeb.viewedCase(studyUid)]);
    const study = readStudy(studyUid, metadata);
    if (study.series.length > 0) return { phase: 'ready', study, viewedCase };
    return { phase: study.regionObjects.length > 0 ? 'regionsOnly' : 'empty' };
  } catch (failure) {
    return failure instanceof NotAvailable ? { phase: 'closed', reason: failure.reason } : { phase: 'failed' };
  }
}

/** Loads the study in the URL. */
export function useStudy(studyUid: string | null): { state: StudyPhase; reload: () => void } {
  const [state, setState] = useState<StudyPhase>(studyUid ? { phase: 'loading' } : { phase: 'none' });
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    if (!studyUid) return;
    let gone = false;
    void load(studyUid).then((next) => {
      if (!gone) setState(next);
    });
    return () => {
      gone = true;
    };
  }, [studyUid, attempt]);

  const reload = useCallback(() => {
    setState({ phase: 'loading' });
    setAttempt((before) => before + 1);
  }, []);
  return { state, reload };
}
