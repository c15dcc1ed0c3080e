import { Toolbar as Base } from '@base-ui/react/toolbar';
import type { ComponentPropsWithRef, ReactElement } from 'react';

/** Tools on one thing as a single Tab stop: arrow keys lead from tool to tool. Takes ToolbarButton and ToolbarLink, however deep. */
export function Toolbar(props: ComponentPropsWithRef<'div'>) {
  return <Base.Root {...props} />;
}

/** A button of a Toolbar. `render`: the Button or IconButton that it is. */
export function ToolbarButton(
  props: Omit<ComponentPropsWithRef<'button'>, 'children' | 'style'> & { render: ReactElement },
) {
  return <Base.Button {...props} />;
}

/** A link of a Toolbar. `render`: the ButtonLink or IconLink that it is. */
export function ToolbarLink({ render }: { render: ReactElement }) {
  return <Base.Link render={render} />;
}
