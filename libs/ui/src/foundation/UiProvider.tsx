import { CSPProvider } from '@base-ui/react/csp-provider';
import { useLayoutEffect } from 'react';
import type { ReactNode } from 'react';
import { GlobalStyle } from './GlobalStyle';
import { LinkContext } from './link';
import type { LinkComponent } from './link';
import { placeTypeface } from './typeface';

export interface UiProviderProps {
  portal: 'patient' | 'doctor';
  /** `plain` for signed-out pages, `grey` for paths that contain `patient` or `doctor`. */
  ground: 'plain' | 'grey';
  /** `patient` for paths about one patient or case: their header is a white sheet. */
  header?: 'plain' | 'patient';
  /** The router's link; without it links are plain anchors. */
  linkComponent?: LinkComponent;
  children: ReactNode;
}

function nonceOfPage(): string | undefined {
  if (typeof document === 'undefined') return undefined;
  const meta = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]');
  return meta?.nonce || meta?.content || undefined;
}

// Layout effects do nothing on a server, and React would warn.
const useRootEffect = typeof document === 'undefined' ? () => undefined : useLayoutEffect;

/**
 * Wraps a portal once: theme on `<html>`, styles under the content security policy, the router's link.
 * styled-components finds the page's nonce itself; a StyleSheetManager would separate its rules from the prerendered
 * ones.
 */
export function UiProvider({ portal, ground, header = 'plain', linkComponent, children }: UiProviderProps) {
  useRootEffect(() => {
    Object.assign(document.documentElement.dataset, { portal, ground, header });
  }, [portal, ground, header]);

  useRootEffect(() => placeTypeface(nonceOfPage()), []);

  const themed = (
    <>
      <GlobalStyle />
      <CSPProvider nonce={nonceOfPage()}>{children}</CSPProvider>
    </>
  );
  return linkComponent ? <LinkContext.Provider value={linkComponent}>{themed}</LinkContext.Provider> : themed;
}
