import { useCallback, useState } from 'react';
import type { Series, Study } from '../study/study.ts';

type Shown = readonly (Series | null)[];

/** The series that the panes show: one, or two beside each other. */
export function useShownSeries(study: Study, first: Series | null) {
  const [shown, setShown] = useState<Shown>([first, null]);
  const [active, setActive] = useState(0);
  const [comparing, setComparing] = useState(false);
  const replaceClosed = useCallback(
    (closed: Study) =>
      setShown((before) =>
        before.map((one, side) =>
          one && closed.series.includes(one) ? (side === 0 ? (study.series[0] ?? null) : null) : one,
        ),
      ),
    [study],
  );
  return {
    /** By pane; the second one may be hidden. */
    shown,
    visible: comparing ? shown : shown.slice(0, 1),
    active,
    current: shown[active] ?? null,
    comparing,
    activate: setActive,
    /** Shows a series in the active pane. */
    show: (series: Series) => setShown((before) => before.map((one, side) => (side === active ? series : one))),
    showBoth: (left: Series | null, right: Series | null) => {
      setShown([left, right]);
      setActive(1);
      setComparing(true);
    },
    showOne: () => {
      setActive(0);
      setComparing(false);
    },
    /** Takes the series of a study out of the panes when its access ends. */
    replaceClosed,
  };
}
