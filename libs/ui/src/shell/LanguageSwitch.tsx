import type { MouseEvent } from 'react';
import { styled } from 'styled-components';
import { below } from '../foundation/media';

const Nav = styled.nav`
  display: inline-flex;
  flex-wrap: wrap;
  font-size: var(--font-size-small);

  a {
    display: grid;
    place-items: center;
    min-inline-size: var(--size-target);
    min-block-size: var(--size-target);
    padding-inline: var(--space-1);
    color: var(--color-text-muted);
    text-decoration: none;
    border-radius: var(--radius-control);
  }
  /* A finger's width is enough where a bar holds two things. */
  ${below.tight} {
    a {
      min-inline-size: max(44px, 1.75rem);
    }
  }
  a:hover {
    color: var(--color-text);
  }
  a[aria-current] {
    color: var(--color-text);
    font-weight: var(--font-weight-strong);
    text-decoration: underline;
    text-decoration-thickness: 2px;
    text-underline-offset: 0.35em;
  }
  /* Very large text. */
  @media (max-width: 18rem) {
    a,
    a[aria-current] {
      padding-inline: 0;
      font-size: var(--font-size-caption);
      font-weight: var(--font-weight-text);
    }
  }
`;

export interface Language {
  code: string;
  /** The language's own name: "Deutsch". */
  name: string;
  /** Shown instead of the code. */
  label?: string;
  /** The URL of the same page in that language, so that the switch works without scripts. */
  href: string;
}

export interface LanguageSwitchProps {
  label: string;
  languages: Language[];
  current: string;
  /** Changes the language in place; without it, the page reloads. */
  onChange?: (code: string) => void;
}

/** The languages by code, the current one underlined. */
export function LanguageSwitch({ label, languages, current, onChange }: LanguageSwitchProps) {
  const choose = (code: string) => (event: MouseEvent) => {
    if (!onChange || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    onChange(code);
  };
  return (
    <Nav aria-label={label}>
      {languages.map(({ code, name, label: form, href }) => (
        <a
          key={code}
          data-form={form}
          href={href}
          lang={code}
          hrefLang={code}
          aria-label={`${name}, ${form ?? code.toUpperCase()}`}
          aria-current={code === current ? 'true' : undefined}
          onClick={choose(code)}
        >
          {form ?? code.toUpperCase()}
        </a>
      ))}
    </Nav>
  );
}
