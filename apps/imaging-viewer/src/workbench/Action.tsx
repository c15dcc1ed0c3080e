import { Button, ButtonLink, IconButton, IconLink, ToolbarButton, ToolbarLink, useDesk, useWide } from '@konsil/ui';
import type { ComponentPropsWithRef, ReactElement } from 'react';

interface Named {
  label: string;
  icon: ReactElement;
}

export interface ToolProps
  extends Named,
    Omit<ComponentPropsWithRef<'button'>, 'children' | 'aria-label' | 'disabled'> {
  /** A short label that fits below the icon. */
  word: string;
  /** The letter that does the same. */
  letter?: string | undefined;
}

/** A button in the toolbar's first row: an icon with a word below it, where there is room for the words. */
export function Tool({ word, letter, ...others }: ToolProps) {
  const button = { ...others, 'aria-keyshortcuts': letter };
  const { label, ...rest } = button;
  const [desk, wide] = [useDesk(), useWide()];
  if (desk && !wide) return <ToolbarButton render={<IconButton {...button} />} />;
  return (
    <ToolbarButton
      render={
        <Button
          variant="quiet"
          size="small"
          aria-label={label}
          title={wide ? (letter ? `${label} (${letter})` : label) : undefined}
          {...rest}
        >
          <span>{word}</span>
        </Button>
      }
    />
  );
}

/** A further button: on desktops like a tool, on phones with its label beside it. */
export function Action({
  label,
  word,
  letter,
  icon,
  pressed,
  onPress,
}: Named & { word: string; letter?: string | undefined; pressed?: boolean; onPress: () => void }) {
  const desk = useDesk();
  if (desk)
    return <Tool label={label} word={word} letter={letter} icon={icon} aria-pressed={pressed} onClick={onPress} />;
  return (
    <ToolbarButton
      render={
        <Button variant="quiet" size="small" icon={icon} aria-pressed={pressed} onClick={onPress}>
          {label}
        </Button>
      }
    />
  );
}

/** A further button that downloads a file. `to`: the URL of the file. */
export function DownloadAction({ label, icon, to }: Named & { to: string }) {
  const desk = useDesk();
  if (desk) return <ToolbarLink render={<IconLink label={label} icon={icon} to={to} download />} />;
  return (
    <ToolbarLink
      render={
        <ButtonLink variant="quiet" size="small" icon={icon} to={to} download>
          {label}
        </ButtonLink>
      }
    />
  );
}
