import type { ViewedCase } from '@konsil/contracts/viewed-case';
import { Button, RetryIcon } from '@konsil/ui';
import { useCallback, useState, type ComponentType } from 'react';
import { reloadPage } from '../app/reload.ts';
import { StudyNote } from '../app/StudyNote.tsx';
import { useAccessPolling } from '../app/useStay.ts';
import { useWords } from '../app/words.ts';
import type { ImagePane } from '../engine/ImagePane.ts';
import { isMeasuring, type ToolName } from '../engine/tool-names.ts';
import type { Closed } from '../study/dicom-web.ts';
import type { Series, Study } from '../study/study.ts';
import { CaseWarning } from './CaseWarning.tsx';
import { Pane } from './Pane.tsx';
import { SeriesList } from './SeriesList.tsx';
import { StudyBar } from './StudyBar.tsx';
import { ToolBar } from './ToolBar.tsx';
import { usePaneState } from './usePaneState.ts';
import { useTools } from './useTools.ts';

type HelpDialog = ComponentType<{ open: boolean; onClose: () => void }>;

const sides = [0, 1] as const;
const narrow = '(max-width: 63.99rem)';
const byFinger = '(pointer: coarse)';

/** On touch screens one finger scrolls by default; a mouse has its wheel. */
const firstTool = (): ToolName => (matchMedia(byFinger).matches ? 'scroll' : 'window');

/** The viewer of a study: series list, one or two pictures, tools. */
export function Workbench({ study, viewedCase }: { study: Study; viewedCase: ViewedCase | null }) {
  const { t } = useWords();
  const [shown, setShown] = useState<readonly (Series | null)[]>([study.series[0] ?? null, null]);
  const [active, setActive] = useState(0);
  const [comparing, setComparing] = useState(false);
  const [panes, setPanes] = useState<readonly (ImagePane | null)[]>([null, null]);
  const [tool, setTool] = useState<ToolName>(firstTool);
  const [cleared, setCleared] = useState(0);
  const [listOpen, setListOpen] = useState(() => study.series.length > 1 && !matchMedia(narrow).matches);
  const [Help, setHelp] = useState<HelpDialog | null>(null);
  const [helpOpen, setHelpOpen] = useState(false);
  const [helpMissing, setHelpMissing] = useState(false);
  const [closed, setClosed] = useState<Closed | null>(null);

  const keepPane = useCallback(
    (side: number, pane: ImagePane | null) =>
      setPanes((before) => before.map((one, index) => (index === side ? pane : one))),
    [],
  );
  const keepFirst = useCallback((pane: ImagePane | null) => keepPane(0, pane), [keepPane]);
  const keepSecond = useCallback((pane: ImagePane | null) => keepPane(1, pane), [keepPane]);
  useAccessPolling(study.uid, setClosed);

  const pane = panes[active] ?? null;
  const settled = usePaneState(panes[0] ?? null).phase !== 'loading';
  const [everSettled, setEverSettled] = useState(false);
  if (settled && !everSettled) setEverSettled(true);
  const { tools, missing } = useTools(study, panes, everSettled, tool);
  const measureOn = (side: number) =>
    tools && isMeasuring(tool) ? { tool, draw: tools.measure, cleared, resting: comparing && active !== side } : null;
  const clear = () => {
    tools?.clearMeasurements();
    setCleared(cleared + 1);
  };

  const choose = (series: Series) => {
    setShown((before) => before.map((one, index) => (index === active ? series : one)));
    if (matchMedia(narrow).matches) setListOpen(false);
  };
  const compare = () => {
    if (comparing) {
      setActive(0);
    } else {
      setShown(([first]) => [first ?? null, study.series.find((series) => series !== first) ?? first ?? null]);
      setActive(1);
    }
    setComparing(!comparing);
  };

  const openHelp = () =>
    import('./HelpDialog.tsx').then(
      ({ HelpDialog }) => {
        setHelp(() => HelpDialog);
        setHelpOpen(true);
        setHelpMissing(false);
      },
      () => setHelpMissing(true),
    );

  if (closed) return <StudyNote reason={closed} onRetry={() => undefined} />;
  return (
    <main className="room" data-list={listOpen} data-comparing={comparing}>
      <StudyBar study={study} listOpen={listOpen} onToggleList={() => setListOpen(!listOpen)} />
      {viewedCase && <CaseWarning study={study} viewedCase={viewedCase} />}
      <ToolBar
        pane={pane}
        tool={tool}
        onTool={setTool}
        comparing={comparing}
        onCompare={compare}
        onClear={clear}
        onHelp={() => void openHelp()}
      />
      {listOpen && (
        <SeriesList
          series={study.series}
          shown={comparing ? shown : shown.slice(0, 1)}
          active={active}
          drawThumbnails={everSettled}
          onChoose={choose}
        />
      )}
      <div className="panes">
        {sides.slice(0, comparing ? 2 : 1).map((side) => (
          <Pane
            key={side}
            id={`pane-${side}`}
            series={shown[side] ?? null}
            active={comparing && active === side}
            measure={measureOn(side)}
            onActivate={() => setActive(side)}
            onPane={side === 0 ? keepFirst : keepSecond}
          />
        ))}
      </div>
      {(missing || helpMissing) && (
        <div className="room-note" role="alert">
          <p>{t('partMissing')}</p>
          <Button variant="secondary" icon={<RetryIcon />} onClick={reloadPage}>
            {t('reload')}
          </Button>
        </div>
      )}
      {Help && <Help open={helpOpen} onClose={() => setHelpOpen(false)} />}
    </main>
  );
}
