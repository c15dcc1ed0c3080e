import { CompareIcon, DownloadIcon, KeyboardIcon, MoreIcon, Toolbar, useDesk, ZoomInIcon } from '@konsil/ui';
import type { ReactElement } from 'react';
import { useWords } from '../app/words.ts';
import type { ImagePane } from '../engine/ImagePane.ts';
import { toolNames, type ToolName } from '../engine/tool-names.ts';
import { dicomWeb } from '../study/dicom-web.ts';
import { Action, DownloadAction, Tool } from './Action.tsx';
import {
  AngleIcon,
  ClearIcon,
  InvertIcon,
  LengthIcon,
  PanIcon,
  PauseIcon,
  PlayIcon,
  ResetIcon,
  RotateIcon,
  ScrollIcon,
  SingleIcon,
  WindowIcon,
} from './icons.ts';
import { PresetMenu } from './PresetMenu.tsx';
import { useMore } from './useMore.ts';
import { usePaneState } from './usePaneState.ts';

const toolIcons: Record<ToolName, ReactElement> = {
  window: <WindowIcon />,
  pan: <PanIcon />,
  zoom: <ZoomInIcon />,
  scroll: <ScrollIcon />,
  length: <LengthIcon />,
  angle: <AngleIcon />,
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

/** All tools for the active picture. In a short row: the main tools, and the rest behind a button. */
export function ToolBar({ pane, tool, onTool, comparing, onCompare, onClear, onHelp }: ToolBarProps) {
  const { t } = useWords();
  const state = usePaneState(pane);
  const desk = useDesk();
  const { open, regionRef, buttonProps } = useMore();
  const image = pane?.series?.images[state.index];

  return (
    <Toolbar ref={regionRef} className="tools" aria-label={t('toolbar')}>
      <div className="tools-group">
        {toolNames.map((name) => (
          <Tool
            key={name}
            label={t(`tools.${name}`)}
            word={t(`words.${name}`)}
            icon={toolIcons[name]}
            aria-pressed={tool === name}
            onClick={() => onTool(name)}
          />
        ))}
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
            <Action
              label={t('actions.invert')}
              icon={<InvertIcon />}
              pressed={state.inverted}
              onPress={() => pane?.invert()}
            />
            <Action label={t('actions.rotate')} icon={<RotateIcon />} onPress={() => pane?.rotate()} />
            <Action label={t('actions.reset')} icon={<ResetIcon />} onPress={() => pane?.reset()} />
            <Action label={t('actions.clear')} icon={<ClearIcon />} onPress={onClear} />
            {state.total > 1 && (
              <Action
                label={state.playing ? t('actions.pause') : t('actions.play')}
                icon={state.playing ? <PauseIcon /> : <PlayIcon />}
                pressed={state.playing}
                onPress={() => (state.playing ? pane?.pause() : pane?.play())}
              />
            )}
          </div>
          <div className="tools-group">
            <Action
              label={comparing ? t('actions.single') : t('actions.compare')}
              icon={comparing ? <SingleIcon /> : <CompareIcon />}
              pressed={comparing}
              onPress={onCompare}
            />
            {image && (
              <DownloadAction
                label={t('actions.download')}
                icon={<DownloadIcon />}
                to={dicomWeb.originalUrl(image.instance.url)}
              />
            )}
            <Action label={t('actions.help')} icon={<KeyboardIcon />} onPress={onHelp} />
          </div>
        </div>
      )}
    </Toolbar>
  );
}
