import { createContext, createElement, useContext } from 'react';
import type { AnchorHTMLAttributes, ComponentType, ReactNode, Ref } from 'react';

export interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  /** A path of the portal, or an external URL (`https:`, `mailto:`, `tel:`, `#part`). */
  to: string;
  /** Data for the page that its address must not contain, such as a search term. */
  state?: unknown;
  children?: ReactNode;
  ref?: Ref<HTMLAnchorElement>;
}

/** Renders links inside the portal: the router's link, or a plain anchor without a router. */
export type LinkComponent = ComponentType<LinkProps>;

const PlainLink: LinkComponent = ({ to, children, state: _state, ...rest }) => (
  <a href={to} {...rest}>
    {children}
  </a>
);

export const LinkContext = /* @__PURE__ */ createContext<LinkComponent>(PlainLink);

const leavesThePortal = /^(?:[a-z]+:|\/\/|#)/i;

/** An unstyled link: by the router inside the portal, by the browser everywhere else. */
export const Link: LinkComponent = (props) => {
  const routerLink = useContext(LinkContext);
  return createElement(leavesThePortal.test(props.to) ? PlainLink : routerLink, props);
};
