import { CompareIcon, DownloadIcon, IconButton, IconLink, KeyboardIcon, ZoomInIcon } from '@konsil/ui';
import type { ReactElement } from 'react';
import { useWords } from '../app/words.ts';
import type { ImagePane } from '../engine/ImagePane.ts';
import { toolNames, type ToolName } from '../engine/tool-names.ts';
import { dicomWeb } from '../study/dicom-web.ts';
import { AngleIcon, ClearIcon, InvertIcon, LengthIcon, PanIcon, PauseIcon, PlayIcon, ResetIcon, RotateIcon, ScrollIcon, SingleIcon, WindowIcon } from './icons.ts';
import { PresetMenu } from './PresetMenu.tsx';
import { usePaneState } from './usePaneState.ts';

const toolIcons: Record<ToolName, ReactElement> = {
  window: <WindowIcon />, pan: <PanIcon />, zoom: <ZoomInIcon />, scroll: <ScrollIcon />, length: <LengthIcon />, angle: <AngleIcon />,
};

export interface ToolBarProps {
  /** The pane that the buttons act on. */
  pane: ImagePane | null;
  tool: ToolName;
  onTool: (tool: ToolName) => void;
  comparing: boolean;
  onCompare: () => void;
  onClear: () => void;
  onHelp: () => void;
}

/** Everything that can be done with the active picture. */
export function ToolBar({ pane, tool, onTool, comparing, onCompare, onClear, onHelp }: ToolBarProps) {
  const { t } = useWords();
  const state = usePaneState(pane);
  const image = pane?.series?.images[state.index];

  return (
    <div className="tools" role="toolbar" aria-label={t('toolbar')}>
      <div className="tools-group">
        {toolNames.map((name) => (
          <IconButton key={name} label={t(`tools.${name}`)} icon={toolIcons[name]} aria-pressed={tool === name} onClick={() => onTool(name)} />
        ))}
        <IconButton label={t('actions.clear')} icon={<ClearIcon />} onClick={onClear} />
      </div>
      <div className="tools-group">
        <PresetMenu pane={pane} state={state} />
        <IconButton label={t('actions.invert')} icon={<InvertIcon />} aria-pressed={state.inverted} onClick={() => pane?.invert()} />
        <IconButton label={t('actions.rotate')} icon={<RotateIcon />} onClick={() => pane?.rotate()} />
        <IconButton label={t('actions.reset')} icon={<ResetIcon />} onClick={() => pane?.reset()} />
        {state.total > 1 && (
          <IconButton
            label={state.playing ? t('actions.pause') : t('actions.play')}
            icon={state.playing ? <PauseIcon /> : <PlayIcon />}
            aria-pressed={state.playing}
            onClick={() => (state.playing ? pane?.pause() : pane?.play())}
          />
        )}
      </div>
      <div className="tools-group">
        <IconButton label={comparing ? t('actions.single') : t('actions.compare')} icon={comparing ? <SingleIcon /> : <CompareIcon />} aria-pressed={comparing} onClick={onCompare} />
        {image && <IconLink label={t('actions.download')} icon={<DownloadIcon />} to={dicomWeb.originalUrl(image.instance.url)} download />}
        <IconButton label={t('actions.help')} icon={<KeyboardIcon />} onClick={onHelp} />
      </div>
    </div>
  );
}
