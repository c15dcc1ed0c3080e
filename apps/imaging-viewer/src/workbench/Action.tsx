import { Button, ButtonLink, IconButton, IconLink, useDesk } from '@konsil/ui';
import type { ReactElement } from 'react';

interface Named {
  label: string;
  icon: ReactElement;
}

/** A button among "more tools": an icon in the bar of a desk, on a phone with its words beside it. */
export function Action({ label, icon, pressed, onPress }: Named & { pressed?: boolean; onPress: () => void }) {
  const desk = useDesk();
  if (desk) return <IconButton label={label} icon={icon} aria-pressed={pressed} onClick={onPress} />;
  return <Button variant="quiet" size="small" icon={icon} aria-pressed={pressed} onClick={onPress}>{label}</Button>;
}

/** The same for a file to save. `to`: its address. */
export function DownloadAction({ label, icon, to }: Named & { to: string }) {
  const desk = useDesk();
  if (desk) return <IconLink label={label} icon={icon} to={to} download />;
  return <ButtonLink variant="quiet" size="small" icon={icon} to={to} download>{label}</ButtonLink>;
}
