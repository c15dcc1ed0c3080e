// @bundle popups
import { Toolbar as Base } from '@base-ui/react/toolbar';
import type { ComponentPropsWithRef, ReactElement } from 'react';

/** Tools as a single Tab stop; arrow keys move between them. Takes ToolbarButton and ToolbarLink, at any depth. */
export function Toolbar(props: ComponentPropsWithRef<'div'>) {
  return <Base.Root {...props} />;
}

/** A button of a Toolbar. `render`: the Button or IconButton. */
export function ToolbarButton(
  props: Omit<ComponentPropsWithRef<'button'>, 'children' | 'style'> & { render: ReactElement },
) {
  return <Base.Button {...props} />;
}

/** A link of a Toolbar. `render`: the ButtonLink or IconLink. */
export function ToolbarLink({ render }: { render: ReactElement }) {
  return <Base.Link render={render} />;
}
