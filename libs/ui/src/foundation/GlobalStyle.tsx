import { createGlobalStyle, css } from 'styled-components';
import { below } from './media';
import { notchPadding } from './mixins';
import {
  dark,
  darkDoctor,
  darkGreyGround,
  doctor,
  doctorTouch,
  greyGround,
  reducedMotion,
  moreContrast,
  patientLargeText,
  patientWide,
} from './themes';
import { declarations, defaults } from './tokens';

const tokens = css`
  :root {
    color-scheme: light dark;
    ${declarations(defaults)}
  }
  @media (min-width: 48rem) {
    :root {
      ${declarations(patientWide)}
    }
  }
  ${below.tight} {
    :root {
      ${declarations(patientLargeText)}
    }
  }
  :root[data-ground='grey'] {
    ${declarations(greyGround)}
  }
  :root[data-portal='doctor'] {
    ${declarations(doctor)}
  }
  @media (pointer: coarse) {
    :root[data-portal='doctor'] {
      ${declarations(doctorTouch)}
    }
  }
`;

const darkTokens = (chosen: string) => css`
  :root${chosen} {
    ${declarations(dark)}
  }
  :root[data-ground='grey']${chosen} {
    ${declarations(darkGreyGround)}
  }
  :root[data-portal='doctor']${chosen} {
    ${declarations(darkDoctor)}
  }
`;

// Dark mode is for screens only: print stays white.
const schemes = css`
  @media screen and (prefers-color-scheme: dark) {
    ${darkTokens(":where(:not([data-scheme='light']))")}
  }
  @media screen {
    ${darkTokens("[data-scheme='dark']")}
    :root[data-scheme='dark'] {
      color-scheme: dark;
    }
  }
  :root[data-scheme='light'] {
    color-scheme: light;
  }
  @media (prefers-contrast: more) {
    :root:root {
      ${declarations(moreContrast)}
    }
  }
  :root:root[data-contrast='more'] {
    ${declarations(moreContrast)}
  }
  :root[data-text='large'] {
    font-size: 112.5%;
  }
  :root[data-text='larger'] {
    font-size: 125%;
  }
  @media (prefers-reduced-motion: reduce) {
    :root {
      ${declarations(reducedMotion)}
    }
  }
`;

const elements = css`
  *,
  *::before,
  *::after {
    box-sizing: border-box;
  }
  html {
    -webkit-text-size-adjust: 100%;
    text-size-adjust: 100%;
    scroll-padding-block: 5rem 7rem;
  }
  body {
    margin: 0;
    ${notchPadding}
    min-block-size: 100vh;
    min-block-size: 100dvh;
    background: var(--color-ground);
    color: var(--color-text);
    font: var(--font-weight-text) var(--font-size-body) / var(--line-height-text) var(--font-family);
    font-variant-numeric: tabular-nums;
    hyphens: manual;
    overflow-wrap: break-word;
  }
  h1,
  h2,
  h3,
  h4,
  p,
  ul,
  ol,
  dl,
  dd,
  figure,
  blockquote,
  fieldset,
  legend {
    margin: 0;
    padding: 0;
    border: 0;
    min-inline-size: 0;
  }
  /* An empty marker rather than none: Safari then still calls it a list. */
  ul,
  ol {
    list-style-type: '';
  }
  /*
   * In a nav, Safari calls it a list without a marker, and an empty marker would add a line above links that are boxes.
   */
  nav :is(ul, ol) {
    list-style: none;
  }
  h1,
  h2,
  h3,
  h4 {
    font-weight: var(--font-weight-title);
    line-height: var(--line-height-heading);
    text-wrap: balance;
  }
  h1,
  h2 {
    hyphens: auto;
  }
  /* A phone at 200 % text: long words need their syllables. */
  @media (max-width: 20rem) {
    body {
      hyphens: auto;
    }
  }
  h1 {
    font-size: var(--font-size-heading-1);
    letter-spacing: -0.012em;
  }
  h2 {
    font-size: var(--font-size-heading-2);
    letter-spacing: -0.006em;
  }
  h3 {
    font-size: var(--font-size-heading-3);
  }
  h4 {
    font-size: var(--font-size-body);
  }
  a {
    color: var(--link, var(--color-action));
    text-underline-offset: 0.18em;
    text-decoration-thickness: 1px;
  }
  a:hover {
    text-decoration-thickness: 2px;
  }
  button,
  input,
  select,
  textarea {
    font: inherit;
    color: inherit;
  }
  /* Each line from the side where its script begins. */
  textarea {
    unicode-bidi: plaintext;
  }
  button {
    cursor: pointer;
  }
  strong {
    font-weight: var(--font-weight-strong);
  }
  /* Fixed-width letters are drawn larger than the text they stand in. */
  code {
    font-size: 0.875em;
  }
  summary {
    padding-block: calc((var(--size-target) - 1lh) / 2);
    color: var(--color-action);
    cursor: pointer;
  }
  ins {
    background: var(--color-change-added);
    text-decoration: underline;
    text-decoration-thickness: 1.5px;
    text-underline-offset: 0.15em;
  }
  del {
    background: var(--color-change-removed);
  }
  :where(.lucide) {
    inline-size: var(--size-icon);
    block-size: var(--size-icon);
    flex: none;
    stroke-width: 1.75;
  }
  :focus-visible {
    outline: var(--focus-width) solid var(--color-focus);
    outline-offset: var(--focus-offset);
    border-radius: 4px;
  }
  [tabindex='-1']:focus {
    outline: none;
  }
  @media print {
    :root:root:root {
      color-scheme: light;
      --color-ground: #ffffff;
    }
    [data-print='hide'] {
      display: none !important;
    }
    h1,
    h2,
    h3 {
      break-after: avoid;
    }
  }
`;

/** The tokens for both portals and colour schemes, and base element styles. Rendered once, by UiProvider. */
export const GlobalStyle = createGlobalStyle`
  ${tokens}
  ${schemes}
  ${elements}
`;
