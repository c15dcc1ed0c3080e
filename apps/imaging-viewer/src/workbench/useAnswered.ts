import type { AnsweredMeasurements, MarkedMeasurement } from '@konsil/contracts/measurements';
import { useEffect, useState } from 'react';
import { whenIdle } from '../engine/when-idle.ts';
import { dicomWeb } from '../study/dicom-web.ts';

/** A measurement that was sent with an answer: read-only. */
export interface FixedMeasurement extends MarkedMeasurement {
  answerId: string;
}

export interface Answered {
  groups: readonly AnsweredMeasurements[];
  items: readonly FixedMeasurement[];
  /** True once they are loaded. */
  loaded: boolean;
}

const againAfter = 5000;

/** The doctors' measurements in answers: read after the first picture, and again whenever the page is looked at. */
export function useAnswered(studyUid: string, ready: boolean): Answered {
  const [groups, setGroups] = useState<readonly AnsweredMeasurements[] | null>(null);
  useEffect(() => {
    if (!ready || !dicomWeb.own) return undefined;
    let gone = false;
    let again: ReturnType<typeof setTimeout> | undefined;
    const read = () => {
      clearTimeout(again);
      dicomWeb.answered(studyUid).then(
        (found) => !gone && setGroups(found),
        () => {
          if (!gone) again = setTimeout(read, againAfter);
        },
      );
    };
    const look = () => document.visibilityState === 'visible' && read();
    const callOff = whenIdle(read);
    document.addEventListener('visibilitychange', look);
    return () => {
      gone = true;
      callOff();
      clearTimeout(again);
      document.removeEventListener('visibilitychange', look);
    };
  }, [studyUid, ready]);
  return {
    groups: groups ?? [],
    items: (groups ?? []).flatMap(({ answer_id, items }) => items.map((item) => ({ ...item, answerId: answer_id }))),
    loaded: groups !== null,
  };
}
