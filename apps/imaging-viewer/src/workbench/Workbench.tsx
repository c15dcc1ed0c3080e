import type { ViewedCase } from '@konsil/contracts/viewed-case';
import { Button, RetryIcon } from '@konsil/ui';
import { useCallback, useEffect, useRef, useState, type ComponentType } from 'react';
import type { OtherStudy } from '@konsil/contracts/viewed-case';
import { besideOf, mayBeOnePerson, priorOf } from '../study/hanging.ts';
import { mismatchOf } from '../study/mismatch.ts';
import { usualViewerKeys } from '@konsil/contracts/shortcut-keys';
import { practiceDay } from '@konsil/contracts/practice-time';
import { readBeginning } from '../app/beginning.ts';
import { reloadPage } from '../app/reload.ts';
import { StudyNote } from '../app/StudyNote.tsx';
import { useAccessPolling } from '../app/useStay.ts';
import { useWords } from '../app/words.ts';
import type { ImagePane } from '../engine/ImagePane.ts';
import { imageOf } from '../engine/load-picture.ts';
import { isMeasuring, type ToolName } from '../engine/tool-names.ts';
import { loadedValues } from '../engine/values.ts';
import type { MeasuredNumber, Measurement } from '@konsil/contracts/measurements';
import { forAnswer } from '../study/answer-numbers.ts';
import { imageNamed, pictureAt, placeOfImage } from '../study/image-place.ts';
import { reportedNumbers } from '../study/reported-numbers.ts';
import { dicomWeb, type Closed } from '../study/dicom-web.ts';
import type { Series, Study } from '../study/study.ts';
import { CaseWarning } from './CaseWarning.tsx';
import { measurementLines } from './measurement-words.ts';
import { MeasurementList, type MeasurementListProps } from './MeasurementList.tsx';
import { completed, newMeasurement } from './MeasuringLayer.tsx';
import { MarkedList } from './MarkedList.tsx';
import { Pane } from './Pane.tsx';
import { PlainBar } from './PlainBar.tsx';
import { planesSeries } from './planes-series.ts';
import { SeriesList } from './SeriesList.tsx';
import { StudyBar } from './StudyBar.tsx';
import { ToolBar } from './ToolBar.tsx';
import { usePaneState } from './usePaneState.ts';
import { useAnswered, type FixedMeasurement } from './useAnswered.ts';
import { focusOn, useFocusedPane } from './useFocusedPane.ts';
import type { Draw } from './useKeyMeasuring.ts';
import { useLink } from './useLink.ts';
import { useMeasurements, type MeasurementsState } from './useMeasurements.ts';
import { useOthers, type OpenStudy } from './useOthers.ts';
import { useRegions } from './useRegions.ts';
import { useTools } from './useTools.ts';
import { KeysProvider } from './viewer-keys.ts';

type HelpDialog = ComponentType<{ open: boolean; onClose: () => void }>;
type MprRoom = ComponentType<{ series: Series; pane: ImagePane; withoutRegions: boolean; onClose: () => void }>;

const sides = [0, 1] as const;
const narrow = '(max-width: 63.99rem)';
const byFinger = '(pointer: coarse)';

/** One or two pictures have no planes across them. */
const hasPlanes = (series: Series | null): boolean => (series?.images.length ?? 0) > 2;

/** On touch screens one finger scrolls by default; a mouse has its wheel. */
const firstTool = (plain: boolean): ToolName => (matchMedia(byFinger).matches ? 'scroll' : plain ? 'pan' : 'window');

/** Keeps the access of a study that was opened beside the first. */
function KeepOpen({ opened: { study, web }, onClosed }: { opened: OpenStudy; onClosed: (study: Study) => void }) {
  const closed = useCallback(() => onClosed(study), [onClosed, study]);
  useAccessPolling(study.uid, closed, web);
  return null;
}

/** The viewer of a study: series list, one or two pictures, tools. */
export function Workbench({ study, viewedCase }: { study: Study; viewedCase: ViewedCase | null }) {
  const words = useWords();
  const { t } = words;
  const [beginning] = useState(() => readBeginning(location.hash));
  const [first] = useState(() => beginning.image && imageNamed(beginning.image, study.series));
  const [imageGone, setImageGone] = useState(beginning.image !== null && first === null);
  const [shown, setShown] = useState<readonly (Series | null)[]>([first?.series ?? study.series[0] ?? null, null]);
  const [active, setActive] = useState(0);
  const [comparing, setComparing] = useState(false);
  const [panes, setPanes] = useState<readonly (ImagePane | null)[]>([null, null]);
  const [plain, setPlain] = useState(beginning.plain);
  const [tool, setTool] = useState<ToolName>(() => firstTool(beginning.plain));
  const [cleared, setCleared] = useState(0);
  const [listOpen, setListOpen] = useState(
    () => study.series.length > 1 && !matchMedia(narrow).matches && beginning.measurement === null,
  );
  const [Help, setHelp] = useState<HelpDialog | null>(null);
  const [helpOpen, setHelpOpen] = useState(false);
  const [helpMissing, setHelpMissing] = useState(false);
  const [closed, setClosed] = useState<Closed | null>(null);
  const [Mpr, setMpr] = useState<MprRoom | null>(null);
  const [planesAsked, setPlanesAsked] = useState<Series | null>(null);

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
  const inView = [...new Set(shown.slice(0, comparing ? 2 : 1).map(studyOf))];
  // Another person's pictures are never linked by themselves.
  const isForeign = (one: OpenStudy): boolean =>
    one.viewedCase !== null && (mismatchOf(one.study, one.viewedCase, practiceDay(new Date()))?.people.length ?? 0) > 0;
  const onePerson =
    inView.length < 2 ||
    inView.every(
      (one) => !isForeign(one) && inView.every((other) => one === other || mayBeOnePerson(one.study, other.study)),
    );
  const link = useLink(panes, shown, { active, comparing, allowed: onePerson });
  useFocusedPane(`pane-${active}`);
  const { missing } = useTools(panes, everSettled, tool);
  const kept = useMeasurements(study.uid, everSettled);
  const answered = useAnswered(study.uid, everSettled);
  const sentIds = new Set(answered.items.map(({ id }) => id));
  const allSeries = openStudies.flatMap((one) => one.study.series);
  const numbersOf = (item: Measurement): MeasuredNumber[] => {
    const found = pictureAt(item, allSeries);
    return found ? forAnswer(reportedNumbers(item, found.image, loadedValues(found.image.id))) : [];
  };
  const canBeSent = (item: Measurement): ReturnType<MeasurementListProps['forAnswer']> => {
    if (item.for_answer) return 'yes';
    const found = pictureAt(item, allSeries);
    if (!found || kept.keeping === 'here' || kept.keeping === 'newer') return 'no';
    if (isForeign(studyOf(found.series))) return 'foreign';
    return numbersOf(item).length > 0 || (item.kind === 'arrow' && item.name !== '') ? 'yes' : 'noValue';
  };
  const mark = (item: Measurement, marked: boolean) =>
    kept.change(item.id, { for_answer: marked ? { numbers: numbersOf(item) } : undefined });
  const measurements: MeasurementsState = {
    ...kept,
    // Measurements of an answer are shown from the answer.
    items: kept.items.filter(({ id }) => !sentIds.has(id)),
    change: (id, change) => {
      const item = kept.items.find((one) => one.id === id);
      if (!item?.for_answer || !change.points) return kept.change(id, change);
      // A moved measurement of the answer gets new numbers; without any, it is no longer sent.
      const numbers = numbersOf({ ...item, ...change });
      return kept.change(id, {
        ...change,
        for_answer: numbers.length > 0 || item.kind === 'arrow' ? { numbers } : undefined,
      });
    },
  };
  const [asked, setAsked] = useState(beginning.measurement);
  /** The list beside the pictures. */
  const [beside, setBeside] = useState<'measures' | 'regions' | null>(() =>
    asked !== null && !matchMedia(narrow).matches ? 'measures' : null,
  );
  const measuresOpen = beside === 'measures';
  const setMeasuresOpen = (open: boolean) => setBeside(open ? 'measures' : null);
  const regions = useRegions(openStudies.map((one) => one.study));
  const regionsOpen = beside === 'regions' && regions.count > 0;
  const toggleRegions = () => {
    if (regionsOpen) return setBeside(null);
    return void regions.load().then(
      () => {
        setBeside('regions');
        setHelpMissing(false);
      },
      () => setHelpMissing(true),
    );
  };
  const draw: Draw = (kind, paneId, imageId, points, told) => {
    const [target, image, where] = [panes.find((one) => one?.id === paneId), imageOf(imageId), placeOfImage(imageId)];
    if (!target || !image || !where) return;
    const pixels = points.flatMap((point) => {
      const pixel = target.pixelOf(target.spotOf(point));
      return pixel ? [pixel] : [];
    });
    const all = completed(kind, pixels, image.instance.spacingOf(image.frame));
    const made = newMeasurement(crypto.randomUUID(), kind, all, where, target);
    measurements.add(made);
    told(measurementLines(words, made, image, loadedValues(imageId)).join(', '));
  };
  const measureOn = (side: number) =>
    isMeasuring(tool) ? { tool, draw, cleared, resting: comparing && active !== side } : null;
  const clear = () => {
    measurements.removeAll(sentIds);
    setCleared(cleared + 1);
  };
  /** The position at which a series is wanted, until it is shown there. */
  const wanted = useRef<{ series: Series; index: number } | null>(first);
  const showPicture = (found: { series: Series; index: number }) => {
    if (!pane) return;
    setPlanesAsked(null);
    if (pane.series === found.series) {
      pane.goTo(found.index);
    } else {
      wanted.current = found;
      setShown((before) => before.map((one, side) => (side === active ? found.series : one)));
    }
    if (matchMedia(narrow).matches) setBeside(null);
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
    setComparing(false);
    setActive(0);
  };
  const nothing = () => undefined;
  const keys = {
    choose: plain ? nothing : setTool,
    link: link.toggle,
    list: () => setMeasuresOpen(!measuresOpen),
    planes: () => !plain && hasPlanes(shown[active] ?? null) && void openPlanes(),
    remove: () => !plain && measurements.selected && measurements.remove(measurements.selected),
    undo: plain ? nothing : measurements.undo,
  };
  const marked = answered.items.filter((item) => pictureAt(item, allSeries)).length;
  const numberOf = (id: string): number => measurements.items.findIndex((one) => one.id === id) + 1;

  const openPlanes = () => {
    pane?.pause();
    return import('../mpr/MprRoom.tsx').then(
      ({ MprRoom }) => {
        setMpr(() => MprRoom);
        setPlanesAsked(shown[active] ?? null);
        setHelpMissing(false);
      },
      () => setHelpMissing(true),
    );
  };
  const closePlanes = () => {
    setPlanesAsked(null);
    requestAnimationFrame(() => focusOn(`pane-${active}`));
  };
  const choose = (series: Series) => {
    setPlanesAsked(null);
    setShown((before) => before.map((one, index) => (index === active ? series : one)));
    if (matchMedia(narrow).matches) setListOpen(false);
  };
  const examinationOf = (one: OpenStudy) => ({
    study: one.study,
    against: one === own ? null : study,
    foreign: isForeign(one),
  });
  const showBeside = (first: Series | null, second: Series | null) => {
    setPlanesAsked(null);
    setShown([first, second]);
    setActive(1);
    setComparing(true);
  };
  /** Opens another study of the person in the second pane. */
  const showOther = async (other: OtherStudy) => {
    const opened = await others.open(other);
    if (!opened) return;
    const first = shown[0] ?? null;
    // A study of nothing but outlines or segmentations has no picture of its own.
    if (opened.study.series.length === 0 && opened.study.regionObjects.length > 0) {
      if (!regionsOpen) toggleRegions();
    } else showBeside(first, besideOf(first, opened.study.series));
    if (matchMedia(narrow).matches) setListOpen(false);
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
      setActive(0);
      setComparing(false);
    } else if (prior) {
      void showOther(prior);
    } else {
      showBeside(first, besideOf(first, study.series) ?? first);
    }
  };
  const { close: dropOther } = others;
  const closeOther = useCallback(
    (closedStudy: Study) => {
      dropOther(closedStudy);
      setShown((before) =>
        before.map((one, side) =>
          one && closedStudy.series.includes(one) ? (side === 0 ? (study.series[0] ?? null) : null) : one,
        ),
      );
    },
    [dropOther, study],
  );

  const openHelp = () =>
    import('./HelpDialog.tsx').then(
      ({ HelpDialog }) => {
        setHelp(() => HelpDialog);
        setHelpOpen(true);
        setHelpMissing(false);
      },
      () => setHelpMissing(true),
    );

  const inPlanes = plain || !Mpr ? null : planesSeries(planesAsked, shown[active] ?? null, pane);
  if (closed) return <StudyNote reason={closed} onRetry={() => undefined} />;
  return (
    <KeysProvider value={viewedCase?.keys === undefined ? usualViewerKeys : viewedCase.keys}>
      <main
        className="room"
        data-list={listOpen}
        data-comparing={comparing}
        data-measures={measuresOpen || regionsOpen}
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
            marked={marked}
            markedOpen={measuresOpen}
            onMarked={() => setMeasuresOpen(!measuresOpen)}
            regions={regions.count}
            regionsOpen={regionsOpen}
            onRegions={toggleRegions}
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
              measurements={measurements.items.length + marked}
              measuresOpen={measuresOpen}
              onMeasures={keys.list}
              regions={regions.count}
              regionsOpen={regionsOpen}
              onRegions={toggleRegions}
              onHelp={() => void openHelp()}
              onPlanes={hasPlanes(shown[active] ?? null) ? keys.planes : null}
              onPlain={beginning.plain ? showPlain : null}
            />
          )
        )}
        {inPlanes && Mpr && pane && (
          <Mpr
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
            shown={comparing ? shown : shown.slice(0, 1)}
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
              onActivate={() => setActive(side)}
              onPane={side === 0 ? keepFirst : keepSecond}
            />
          ))}
        </div>
        {regionsOpen && regions.parts && (
          <regions.parts.RegionList
            store={regions.parts.store}
            pane={pane}
            plain={plain}
            onShow={showPicture}
            onClose={() => setBeside(null)}
          />
        )}
        {measuresOpen && plain && (
          <MarkedList
            answered={answered}
            series={allSeries}
            selected={measurements.selected}
            onShow={showMeasurement}
            onClose={() => setMeasuresOpen(false)}
          />
        )}
        {measuresOpen && !plain && (
          <MeasurementList
            measurements={measurements}
            answered={answered}
            forAnswer={canBeSent}
            onMark={mark}
            series={allSeries}
            study={study.uid}
            onShow={showMeasurement}
            onClear={clear}
            onClose={() => setMeasuresOpen(false)}
          />
        )}
        {askedGone && (
          <div className="room-note" role="alert">
            <p>{t('measures.gone')}</p>
            <Button variant="secondary" onClick={() => setAsked(null)}>
              {t('help.close')}
            </Button>
          </div>
        )}
        {imageGone && (
          <div className="room-note" role="alert">
            <p>{t('imageGone')}</p>
            <Button variant="secondary" onClick={() => setImageGone(false)}>
              {t('help.close')}
            </Button>
          </div>
        )}
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
    </KeysProvider>
  );
}
