import type { ViewedCase } from '@konsil/contracts/viewed-case';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { OtherStudy } from '@konsil/contracts/viewed-case';
import { besideOf, priorOf } from '../study/hanging.ts';
import { usualViewerKeys } from '@konsil/contracts/shortcut-keys';
import { readBeginning } from '../app/beginning.ts';
import { StudyNote } from '../app/StudyNote.tsx';
import { useAccessPolling } from '../app/useStay.ts';
import { useWords } from '../app/words.ts';
import type { ImagePane } from '../engine/ImagePane.ts';
import { isMeasuring, type ToolName } from '../engine/tool-names.ts';
import type { Measurement } from '@konsil/contracts/measurements';
import { imageNamed, pictureAt } from '../study/image-place.ts';
import { dicomWeb, type Closed } from '../study/dicom-web.ts';
import type { Series, Study } from '../study/study.ts';
import { CaseWarning } from './CaseWarning.tsx';
import { comparablesOf } from './comparables.ts';
import { drawMeasurement } from './draw-measurement.ts';
import { KeepOpen } from './KeepOpen.tsx';
import { MeasurementList } from './MeasurementList.tsx';
import { MarkedList } from './MarkedList.tsx';
import { isForeign, showOnePerson } from './open-studies.ts';
import { Pane } from './Pane.tsx';
import { PlainBar } from './PlainBar.tsx';
import { RoomNote } from './RoomNote.tsx';
import { isNarrow, isTouchScreen } from './screen.ts';
import { SeriesList } from './SeriesList.tsx';
import { StudyBar } from './StudyBar.tsx';
import { ToolBar } from './ToolBar.tsx';
import { usePaneState } from './usePaneState.ts';
import { useAnswered, type FixedMeasurement } from './useAnswered.ts';
import { focusOn, useFocusedPane } from './useFocusedPane.ts';
import { useHelp } from './useHelp.ts';
import { useLateCode } from './useLateCode.ts';
import { useLink } from './useLink.ts';
import { useMarkedMeasurements } from './useMarkedMeasurements.ts';
import { useMeasurements } from './useMeasurements.ts';
import { useOthers, type OpenStudy } from './useOthers.ts';
import { hasPlanes, usePlanes } from './usePlanes.ts';
import { useShownSeries } from './useShownSeries.ts';
import { useSideList } from './useSideList.ts';
import { useTools } from './useTools.ts';
import { KeysProvider } from './viewer-keys.ts';

const sides = [0, 1] as const;

/** On touch screens one finger scrolls by default; a mouse has its wheel. */
const firstTool = (plain: boolean): ToolName => (isTouchScreen() ? 'scroll' : plain ? 'pan' : 'window');

/** The viewer of a study: series list, one or two pictures, tools. */
export function Workbench({ study, viewedCase }: { study: Study; viewedCase: ViewedCase | null }) {
  const words = useWords();
  const { t } = words;
  const [beginning] = useState(() => readBeginning(location.hash));
  const [first] = useState(() => beginning.image && imageNamed(beginning.image, study.series));
  const [imageGone, setImageGone] = useState(beginning.image !== null && first === null);
  const view = useShownSeries(study, first?.series ?? study.series[0] ?? null);
  const { shown, active, comparing } = view;
  const [panes, setPanes] = useState<readonly (ImagePane | null)[]>([null, null]);
  const [plain, setPlain] = useState(beginning.plain);
  const [tool, setTool] = useState<ToolName>(() => firstTool(beginning.plain));
  const [cleared, setCleared] = useState(0);
  const [listOpen, setListOpen] = useState(
    () => study.series.length > 1 && !isNarrow() && beginning.measurement === null,
  );
  const [closed, setClosed] = useState<Closed | null>(null);
  const { missing: codeMissing, withLateCode } = useLateCode();
  const help = useHelp(withLateCode);

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
  const others = useOthers(study, everSettled);
  const own: OpenStudy = { study, viewedCase, web: dicomWeb };
  const openStudies = [own, ...others.all.flatMap(({ opened }) => (typeof opened === 'object' ? [opened] : []))];
  const studyOf = (series: Series | null): OpenStudy =>
    openStudies.find((one) => series !== null && one.study.series.includes(series)) ?? own;
  const inView = [...new Set(view.visible.map(studyOf))];
  const link = useLink(panes, shown, { active, comparing, allowed: showOnePerson(inView) });
  useFocusedPane(`pane-${active}`);
  const { missing } = useTools(panes, everSettled, tool);
  const kept = useMeasurements(study.uid, everSettled);
  const answered = useAnswered(study.uid, everSettled);
  const allSeries = openStudies.flatMap((one) => one.study.series);
  const { measurements, numbersOf, canBeSent, mark, removeUnsent, sentCount } = useMarkedMeasurements(kept, answered, {
    allSeries,
    isForeign: (series) => isForeign(studyOf(series)),
  });
  const [asked, setAsked] = useState(beginning.measurement);
  const sideList = useSideList(
    openStudies.map((one) => one.study),
    { beginsWithMeasures: asked !== null, withLateCode },
  );
  const { regions, measuresOpen, regionsOpen } = sideList;
  const planes = usePlanes(view.current, pane, withLateCode);
  const draw = drawMeasurement(panes, measurements.add, words);
  const measureOn = (side: number) =>
    isMeasuring(tool) ? { tool, draw, cleared, resting: comparing && active !== side } : null;
  const clear = () => {
    removeUnsent();
    setCleared(cleared + 1);
  };
  /** The position at which a series is wanted, until it is shown there. */
  const wanted = useRef<{ series: Series; index: number } | null>(first);
  const showPicture = (found: { series: Series; index: number }) => {
    if (!pane) return;
    planes.close();
    if (pane.series === found.series) {
      pane.goTo(found.index);
    } else {
      wanted.current = found;
      view.show(found.series);
    }
    if (isNarrow()) sideList.close();
  };
  const showMeasurement = (item: Measurement | FixedMeasurement) => {
    const found = pictureAt(item, allSeries);
    if (!found || !pane) return;
    measurements.select(item.id);
    if (item.window) pane.setWindow({ ...item.window, shape: 'linear' });
    showPicture(found);
  };
  // Opened from an answer, the page begins at its measurement.
  const askedItem = asked === null ? undefined : answered.items.find(({ id }) => id === asked);
  const askedGone = asked !== null && answered.loaded && !(askedItem && pictureAt(askedItem, allSeries));
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current || !pane || !everSettled || !askedItem) return;
    begun.current = true;
    showMeasurement(askedItem);
  });
  const startOf = (series: Series, side: number): number | undefined => {
    const here = wanted.current;
    wanted.current = null;
    return here?.series === series ? here.index : link.startOf(series, side);
  };
  const showPlain = () => {
    setPlain(true);
    setTool(firstTool(true));
    view.showOne();
  };
  const nothing = () => undefined;
  const keys = {
    choose: plain ? nothing : setTool,
    link: link.toggle,
    list: sideList.toggleMeasures,
    planes: () => !plain && hasPlanes(view.current) && planes.open(),
    remove: () => !plain && measurements.selected && measurements.remove(measurements.selected),
    undo: plain ? nothing : measurements.undo,
  };
  const numberOf = (id: string): number => measurements.items.findIndex((one) => one.id === id) + 1;

  const closePlanes = () => {
    planes.close();
    requestAnimationFrame(() => focusOn(`pane-${active}`));
  };
  const choose = (series: Series) => {
    planes.close();
    view.show(series);
    if (isNarrow()) setListOpen(false);
  };
  const examinationOf = (one: OpenStudy) => ({
    study: one.study,
    against: one === own ? null : study,
    foreign: isForeign(one),
  });
  const showBeside = (first: Series | null, second: Series | null) => {
    planes.close();
    view.showBoth(first, second);
  };
  /** Opens another study of the person in the second pane. */
  const showOther = async (other: OtherStudy) => {
    const opened = await others.open(other);
    if (!opened) return;
    const first = shown[0] ?? null;
    // A study of nothing but outlines or segmentations has no picture of its own.
    if (opened.study.series.length === 0 && opened.study.regionObjects.length > 0) {
      if (!regionsOpen) sideList.toggleRegions();
    } else showBeside(first, besideOf(first, opened.study.series));
    if (isNarrow()) setListOpen(false);
  };
  const compare = () => {
    const first = shown[0] ?? null;
    const prior =
      first &&
      priorOf(
        study,
        first.modality,
        others.all.map(({ other }) => other),
      );
    if (comparing) {
      view.showOne();
    } else if (prior) {
      void showOther(prior);
    } else {
      showBeside(first, besideOf(first, study.series) ?? first);
    }
  };
  const { close: closeStudy } = others;
  const { replaceClosed } = view;
  const closeOther = useCallback(
    (closedStudy: Study) => {
      closeStudy(closedStudy);
      replaceClosed(closedStudy);
    },
    [closeStudy, replaceClosed],
  );

  const inPlanes = plain ? null : planes.series;
  // The planes do not draw regions, so there is nothing to switch there.
  const regionsListed = regionsOpen && !inPlanes;
  if (closed) return <StudyNote reason={closed} onRetry={() => undefined} />;
  return (
    <KeysProvider value={viewedCase?.keys === undefined ? usualViewerKeys : viewedCase.keys}>
      <main
        className="room"
        data-list={listOpen}
        data-comparing={comparing}
        data-measures={measuresOpen || regionsListed}
        data-plain={plain}
      >
        <StudyBar
          study={study}
          listOpen={listOpen}
          onToggleList={() => setListOpen(!listOpen)}
          others={others.all.length}
        />
        <div className="warnings">
          {[...new Set([own, ...inView])].map(
            (one) =>
              one.viewedCase && (
                <CaseWarning
                  key={one.web.studyUrl(one.study.uid)}
                  {...one}
                  viewedCase={one.viewedCase}
                  dated={one !== own}
                />
              ),
          )}
        </div>
        {openStudies.slice(1).map((one) => (
          <KeepOpen key={one.web.studyUrl(one.study.uid)} opened={one} onClosed={closeOther} />
        ))}
        {plain ? (
          <PlainBar
            pane={pane}
            marked={sentCount}
            markedOpen={measuresOpen}
            onMarked={sideList.toggleMeasures}
            regions={regions.count}
            regionsOpen={regionsOpen}
            onRegions={sideList.toggleRegions}
            series={study.series.length > 1 || others.all.length > 0}
            seriesOpen={listOpen}
            onSeries={() => setListOpen(!listOpen)}
            onAllTools={() => setPlain(false)}
          />
        ) : (
          !inPlanes && (
            <ToolBar
              pane={pane}
              tool={tool}
              onTool={setTool}
              comparing={comparing}
              onCompare={compare}
              link={link}
              measurements={measurements.items.length + sentCount}
              measuresOpen={measuresOpen}
              onMeasures={keys.list}
              regions={regions.count}
              regionsOpen={regionsOpen}
              onRegions={sideList.toggleRegions}
              onHelp={help.open}
              onPlanes={hasPlanes(view.current) ? keys.planes : null}
              onPlain={beginning.plain ? showPlain : null}
            />
          )
        )}
        {inPlanes && planes.Room && pane && (
          <planes.Room
            key={inPlanes.key}
            series={inPlanes}
            pane={pane}
            withoutRegions={regions.count > 0}
            onClose={closePlanes}
          />
        )}
        {listOpen && (
          <SeriesList
            study={study}
            others={others}
            shown={view.visible}
            active={active}
            drawThumbnails={everSettled}
            onChoose={choose}
            onOther={(other) => void showOther(other)}
          />
        )}
        <div className="panes" inert={inPlanes !== null}>
          {sides.slice(0, comparing ? 2 : 1).map((side) => (
            <Pane
              key={side}
              id={`pane-${side}`}
              series={shown[side] ?? null}
              active={comparing && active === side}
              examination={comparing && inView.length > 1 ? examinationOf(studyOf(shown[side] ?? null)) : null}
              measure={measureOn(side)}
              magnifying={tool === 'magnify'}
              measuring={{ tool: isMeasuring(tool) ? tool : null, measurements, fixed: answered.items, numberOf }}
              follows={
                link.on && active !== side ? { within: link.within, sameSpace: link.linkage !== 'parallel' } : null
              }
              focusFirst={side === 0}
              plain={plain}
              regions={regions.parts}
              keys={{ ...keys, compare: plain ? nothing : compare }}
              startOf={(series) => startOf(series, side)}
              onActivate={() => view.activate(side)}
              onPane={side === 0 ? keepFirst : keepSecond}
            />
          ))}
        </div>
        {regionsListed && regions.parts && (
          <regions.parts.RegionList
            store={regions.parts.store}
            pane={pane}
            plain={plain}
            onShow={showPicture}
            onClose={sideList.close}
          />
        )}
        {measuresOpen && plain && (
          <MarkedList
            answered={answered}
            series={allSeries}
            selected={measurements.selected}
            onShow={showMeasurement}
            onClose={sideList.close}
          />
        )}
        {measuresOpen && !plain && (
          <MeasurementList
            measurements={measurements}
            answered={answered}
            comparables={comparablesOf({
              drafts: measurements.items,
              sent: answered.items,
              openStudies,
              others: others.all.map(({ other }) => other),
              numbersOf,
            })}
            forAnswer={canBeSent}
            onMark={mark}
            series={allSeries}
            study={study.uid}
            onShow={showMeasurement}
            onClear={clear}
            onClose={sideList.close}
          />
        )}
        {askedGone && <RoomNote text={t('measures.gone')} onClose={() => setAsked(null)} />}
        {imageGone && <RoomNote text={t('imageGone')} onClose={() => setImageGone(false)} />}
        {(missing || codeMissing) && <RoomNote text={t('partMissing')} />}
        {help.Dialog && <help.Dialog open={help.isOpen} onClose={help.close} />}
      </main>
    </KeysProvider>
  );
}
