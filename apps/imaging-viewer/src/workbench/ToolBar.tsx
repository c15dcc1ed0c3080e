import {
  Button,
  CompareIcon,
  DownloadIcon,
  KeyboardIcon,
  Menu,
  MoreIcon,
  Toolbar,
  ToolbarButton,
  useDesk,
  ZoomInIcon,
} from '@konsil/ui';
import type { ViewerKey } from '@konsil/contracts/shortcut-keys';
import type { ReactElement } from 'react';
import { useWords } from '../app/words.ts';
import type { ImagePane } from '../engine/ImagePane.ts';
import { measuringTools, toolNames, type ToolName } from '../engine/tool-names.ts';
import type { Image } from '../study/study.ts';
import { originalUrl } from '../study/dicom-web.ts';
import { Action, DownloadAction, Tool } from './Action.tsx';
import {
  AngleIcon,
  ArrowIcon,
  BidirectionalIcon,
  CobbIcon,
  EllipseIcon,
  FlipLeftRightIcon,
  FlipUpDownIcon,
  InvertIcon,
  LengthIcon,
  LinkIcon,
  MeasurementsIcon,
  MoreMeasuresIcon,
  RectangleIcon,
  MagnifyIcon,
  PanIcon,
  PauseIcon,
  PlainIcon,
  PlanesIcon,
  PlayIcon,
  RegionsIcon,
  ResetIcon,
  RotateBackIcon,
  RotateIcon,
  ScrollIcon,
  SingleIcon,
  SpeedIcon,
  WindowIcon,
} from './icons.ts';
import { PresetMenu } from './PresetMenu.tsx';
import { speeds } from '../engine/pane-state.ts';
import { rateWords } from './rate-words.ts';
import type { Link } from './useLink.ts';
import { useMoreTools } from './useMoreTools.ts';
import { usePaneState } from './usePaneState.ts';
import { useLetterOf } from './viewer-keys.ts';

const toolIcons: Record<ToolName, ReactElement> = {
  window: <WindowIcon />,
  pan: <PanIcon />,
  zoom: <ZoomInIcon />,
  scroll: <ScrollIcon />,
  magnify: <MagnifyIcon />,
  length: <LengthIcon />,
  bidirectional: <BidirectionalIcon />,
  angle: <AngleIcon />,
  cobb: <CobbIcon />,
  ellipse: <EllipseIcon />,
  rectangle: <RectangleIcon />,
  arrow: <ArrowIcon />,
};

export interface ToolBarProps {
  /** The pane that the buttons act on. */
  pane: ImagePane | null;
  tool: ToolName;
  onTool: (tool: ToolName) => void;
  comparing: boolean;
  onCompare: () => void;
  link: Link;
  /** The number of measurements. */
  measurements: number;
  measuresOpen: boolean;
  onMeasures: () => void;
  /** The number of objects with outlines or segmentations. */
  regions: number;
  regionsOpen: boolean;
  onRegions: () => void;
  onHelp: () => void;
  /** The series as three planes; null where there is one picture. */
  onPlanes: (() => void) | null;
  /** Back to the plain buttons; null where the page did not begin with them. */
  onPlain: (() => void) | null;
}

/** The tools of a phone's row; the others are behind its last button. */
const inPhoneRow: readonly ToolName[] = ['window', 'pan', 'zoom', 'scroll', 'length', 'angle'];
/** Rarely wanted on a desktop, so they share a button. */
const inMenu = ['cobb', 'rectangle'] as const;

/** Slower or faster than the file's own rate. */
function SpeedMenu({ pane, image, speed }: { pane: ImagePane | null; image: Image | undefined; speed: number }) {
  const words = useWords();
  const { t, number } = words;
  const rate = (value: number): string => rateWords(words, image, value);
  const times = (value: number): string =>
    t('pane.speed', { speed: number(value, value % 1 === 0 ? 0 : value === 0.5 ? 1 : 2) });
  return (
    <Menu
      align="start"
      trigger={
        <ToolbarButton
          render={
            <Button
              variant="quiet"
              size="small"
              icon={<SpeedIcon />}
              aria-label={`${t('actions.speed')} (${times(speed)}, ${rate(speed)})`}
            >
              <span>{times(speed)}</span>
            </Button>
          }
        />
      }
      items={speeds.map((one) => ({ label: `${times(one)} · ${rate(one)}`, onSelect: () => pane?.setSpeed(one) }))}
    />
  );
}

/** All tools for the active picture. In a short row: the main tools, and the rest behind a button. */
export function ToolBar({
  pane,
  tool,
  onTool,
  comparing,
  onCompare,
  link,
  measurements,
  measuresOpen,
  onMeasures,
  regions,
  regionsOpen,
  onRegions,
  onHelp,
  onPlanes,
  onPlain,
}: ToolBarProps) {
  const { t } = useWords();
  const state = usePaneState(pane);
  const desk = useDesk();
  const letterOf = useLetterOf();
  /** A menu's words with the letter that does the same. */
  const withLetter = (label: string, name: ViewerKey): string => {
    const letter = letterOf(name);
    return letter ? `${label} · ${t('presets.key', { number: letter })}` : label;
  };
  const { open, close, regionRef, buttonProps } = useMoreTools();
  /** A list needs the room that the tools take on a phone. */
  const inTheirPlace = (act: () => void) => () => {
    if (open) close();
    act();
  };
  const image = pane?.series?.images[state.index];
  const flips: { name?: ViewerKey; label: string; icon: ReactElement; onSelect: () => void }[] = [
    { label: t('actions.rotateBack'), icon: <RotateBackIcon />, onSelect: () => pane?.rotate(true) },
    {
      name: 'flipLeftRight',
      label: t('actions.flipLeftRight'),
      icon: <FlipLeftRightIcon />,
      onSelect: () => pane?.flip('leftRight'),
    },
    {
      name: 'flipUpDown',
      label: t('actions.flipUpDown'),
      icon: <FlipUpDownIcon />,
      onSelect: () => pane?.flip('upDown'),
    },
    { name: 'invert', label: t('actions.invert'), icon: <InvertIcon />, onSelect: () => pane?.invert() },
  ];

  return (
    <Toolbar ref={regionRef} className="tools" aria-label={t('toolbar')}>
      <div className="tools-group">
        {toolNames
          .filter((name) => (desk ? !(inMenu as readonly ToolName[]).includes(name) : inPhoneRow.includes(name)))
          .map((name) => (
            <Tool
              key={name}
              label={t(`tools.${name}`)}
              word={t(`words.${name}`)}
              icon={toolIcons[name]}
              letter={letterOf(name)}
              aria-pressed={tool === name}
              onClick={() => onTool(name)}
            />
          ))}
        {desk && (
          <Menu
            align="start"
            trigger={
              <Tool
                label={t('actions.moreMeasures')}
                word={t('words.moreMeasures')}
                icon={<MoreMeasuresIcon />}
                aria-pressed={(inMenu as readonly ToolName[]).includes(tool)}
              />
            }
            items={inMenu.map((name) => ({
              label: withLetter(t(`tools.${name}`), name),
              icon: toolIcons[name],
              onSelect: () => onTool(name),
            }))}
          />
        )}
        {!desk && (
          <Tool
            label={t('actions.more')}
            word={t('words.more')}
            icon={<MoreIcon />}
            aria-controls={open ? 'more-tools' : undefined}
            {...buttonProps}
          />
        )}
      </div>
      {(desk || open) && (
        <div id="more-tools" className="tools-more">
          <div className="tools-group">
            <PresetMenu pane={pane} state={state} />
            {!desk && (
              <>
                <Action
                  label={t('tools.magnify')}
                  word={t('words.magnify')}
                  icon={<MagnifyIcon />}
                  pressed={tool === 'magnify'}
                  onPress={() => onTool('magnify')}
                />
                <Menu
                  align="start"
                  trigger={
                    <ToolbarButton
                      render={
                        <Button variant="quiet" size="small" icon={<MoreMeasuresIcon />}>
                          {t('actions.moreMeasures')}
                        </Button>
                      }
                    />
                  }
                  items={measuringTools
                    .filter((name) => !inPhoneRow.includes(name))
                    .map((name) => ({
                      label: t(`tools.${name}`),
                      icon: toolIcons[name],
                      onSelect: () => onTool(name),
                    }))}
                />
              </>
            )}
            <Action
              label={t('actions.rotate')}
              word={t('words.rotate')}
              letter={letterOf('rotate')}
              icon={<RotateIcon />}
              onPress={() => pane?.rotate()}
            />
            {desk ? (
              <Menu
                align="start"
                trigger={<Tool label={t('actions.flip')} word={t('words.flip')} icon={<FlipLeftRightIcon />} />}
                items={flips.map(({ name, label, ...flip }) => ({
                  ...flip,
                  label: name ? withLetter(label, name) : label,
                }))}
              />
            ) : (
              flips.map(({ label, icon, onSelect }) => (
                <Action key={label} label={label} word={label} icon={icon} onPress={onSelect} />
              ))
            )}
            <Action
              label={t('actions.reset')}
              word={t('words.reset')}
              icon={<ResetIcon />}
              onPress={() => pane?.reset()}
            />
            {state.total > 1 && (
              <>
                <Action
                  label={state.playing ? t('actions.pause') : t('actions.play')}
                  word={state.playing ? t('words.pause') : t('words.play')}
                  icon={state.playing ? <PauseIcon /> : <PlayIcon />}
                  pressed={state.playing}
                  onPress={() => (state.playing ? pane?.pause() : pane?.play())}
                />
                <SpeedMenu pane={pane} image={image} speed={state.speed} />
              </>
            )}
          </div>
          <div className="tools-group">
            {comparing && link.linkage !== null && (
              <Action
                label={link.on ? t('actions.unlink') : t('actions.link')}
                word={t('words.link')}
                letter={letterOf('link')}
                icon={<LinkIcon />}
                pressed={link.on}
                onPress={link.toggle}
              />
            )}
            <Action
              label={t('measures.list', { count: measurements })}
              word={measurements > 0 ? t('words.measurements', { count: measurements }) : t('words.noMeasurements')}
              letter={letterOf('list')}
              icon={<MeasurementsIcon />}
              pressed={measuresOpen}
              onPress={inTheirPlace(onMeasures)}
            />
            {regions > 0 && (
              <Action
                label={t('regions.list', { count: regions })}
                word={t('words.regions')}
                icon={<RegionsIcon />}
                pressed={regionsOpen}
                onPress={inTheirPlace(onRegions)}
              />
            )}
            <Action
              label={comparing ? t('actions.single') : t('actions.compare')}
              word={t('words.compare')}
              letter={letterOf('compare')}
              icon={comparing ? <SingleIcon /> : <CompareIcon />}
              pressed={comparing}
              onPress={onCompare}
            />
            {onPlanes && (
              <Action
                label={t('actions.planes')}
                word={t('words.planes')}
                letter={letterOf('planes')}
                icon={<PlanesIcon />}
                onPress={onPlanes}
              />
            )}
            {image && (
              <DownloadAction
                label={t('actions.download')}
                icon={<DownloadIcon />}
                to={originalUrl(image.instance.url)}
              />
            )}
            {onPlain && (
              <Action label={t('plain.back')} word={t('plain.backWord')} icon={<PlainIcon />} onPress={onPlain} />
            )}
            <Action label={t('actions.help')} word={t('words.help')} icon={<KeyboardIcon />} onPress={onHelp} />
          </div>
        </div>
      )}
    </Toolbar>
  );
}
