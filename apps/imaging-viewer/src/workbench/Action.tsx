import { Button, ButtonLink, IconButton, IconLink, ToolbarButton, ToolbarLink, useDesk } from '@konsil/ui';
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
}

/** A button in the toolbar's first row: an icon, on phones with a label below it. */
export function Tool({ word, ...button }: ToolProps) {
  const { label, ...rest } = button;
  const desk = useDesk();
  if (desk) return <ToolbarButton render={<IconButton {...button} />} />;
  return (
    <ToolbarButton
      render={
        <Button variant="quiet" size="small" aria-label={label} {...rest}>
          <span>{word}</span>
        </Button>
      }
    />
  );
}

/** A button in "more tools": an icon on desktops, on phones with its label beside it. */
export function Action({ label, icon, pressed, onPress }: Named & { pressed?: boolean; onPress: () => void }) {
  const desk = useDesk();
  if (desk)
    return <ToolbarButton render={<IconButton label={label} icon={icon} aria-pressed={pressed} onClick={onPress} />} />;
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

/** The same for a download. `to`: its URL. */
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
