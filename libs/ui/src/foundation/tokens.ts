/**
 * The design tokens with their light values. Names state the purpose, never the colour: `color.textMuted` is
 * `--color-text-muted` in CSS and `token.color.textMuted` in code. The other grounds, portals and schemes override them
 * in themes.ts.
 */
export const defaults = {
  font: {
    family:
      "'Source Sans 3 Variable', 'Source Sans 3', 'Stand-in', 'Wide stand-in', 'Segoe UI', system-ui, 'Liberation Sans', sans-serif",
  },
  fontWeight: { text: '400', strong: '600', title: '650' },
  fontSize: {
    caption: '0.9375rem',
    small: '1rem',
    body: '1.125rem',
    lead: '1.3125rem',
    heading3: '1.25rem',
    heading2: '1.5rem',
    heading1: '1.9375rem',
    figure: '3rem',
  },
  lineHeight: { text: '1.5', heading: '1.2' },
  space: {
    1: '0.25rem',
    2: '0.5rem',
    3: '0.75rem',
    4: '1rem',
    5: '1.5rem',
    6: '2rem',
    7: '3rem',
    8: '4rem',
    inset: '1.25rem',
    stack: '2rem',
    row: '1rem',
  },
  size: { control: '3.25rem', target: '2.75rem', icon: '1.375rem', emblem: '5rem', measure: '62ch' },
  width: { code: '10rem', tile: '13rem', picture: '20rem', form: '27rem', column: '44rem' },
  radius: { control: '0.75rem', card: '1.125rem', pill: '999px' },
  border: { hairline: '1px', control: '1.5px' },
  shadow: {
    card: '0 1px 2px rgb(60 50 30 / 0.06), 0 4px 16px rgb(60 50 30 / 0.05)',
    raised: '0 -1px 0 rgb(60 50 30 / 0.08), 0 -6px 24px rgb(60 50 30 / 0.08)',
    dialog: '0 24px 64px rgb(30 25 15 / 0.28)',
  },
  duration: { instant: '80ms', short: '160ms', long: '280ms' },
  ease: { out: 'cubic-bezier(0.2, 0.7, 0.2, 1)' },
  focus: { width: '3px', offset: '2px' },
  color: {
    ground: '#f9f6f1',
    surface: '#ffffff',
    surfaceRaised: '#ffffff',
    surfaceSunken: '#f4f1eb',
    text: '#1f222e',
    textMuted: '#575b68',
    border: '#e2ddd4',
    borderControl: '#857f74',
    scrim: 'rgb(31 34 46 / 0.5)',
    paper: '#ffffff',

    action: '#27488c',
    actionHover: '#1c376f',
    onAction: '#ffffff',
    actionSoft: '#e6ecf8',
    onActionSoft: '#1f3c7a',
    focus: '#6d28d9',

    turnYou: '#b25400',
    turnYouSoft: '#ffecd6',
    onTurnYouSoft: '#6b3604',
    turnOther: '#27488c',
    turnOtherSoft: '#e6ecf8',
    onTurnOtherSoft: '#1f3c7a',
    turnNone: '#2c7548',
    turnNoneSoft: '#e2f1e6',
    onTurnNoneSoft: '#1c5631',

    danger: '#b3261e',
    dangerSoft: '#fdeae8',
    onDangerSoft: '#8a1a14',
    warning: '#8a5a00',
    warningSoft: '#fff4cf',
    onWarningSoft: '#634000',
    success: '#2c7548',
    successSoft: '#e2f1e6',
    onSuccessSoft: '#1c5631',
    changeAdded: '#dcf1e2',
    changeRemoved: '#fde3e0',

    priorityHigh: '#ff9f9f',
    priorityNormal: '#eeeeaa',
    priorityLow: '#aaeebe',
    onPriority: '#1c1a17',
    priorityHighEdge: '#b3484b',
    priorityNormalEdge: '#837d1e',
    priorityLowEdge: '#37844f',
  },
};

type Tokens = typeof defaults;
/** Overrides of tokens for one portal, ground or scheme. */
export type TokenOverrides = { [Group in keyof Tokens]?: Partial<Tokens[Group]> };

const kebab = (name: string) => name.replace(/[A-Z]|(?<=[a-z])\d/g, (char) => `-${char.toLowerCase()}`);
const property = (group: string, name: string) => `--${kebab(group)}-${kebab(name)}`;

/** The tokens as CSS declarations (`--space-stack: 2rem; …`). */
export function declarations(tokens: TokenOverrides): string {
  return Object.entries(tokens)
    .flatMap(([group, values]) => Object.entries(values).map(([name, value]) => `${property(group, name)}: ${value};`))
    .join('\n');
}

function references(): Tokens {
  const groups = Object.entries(defaults).map(([group, values]) => [
    group,
    Object.fromEntries(Object.keys(values).map((name) => [name, `var(${property(group, name)})`])),
  ]);
  return Object.fromEntries(groups) as Tokens;
}

/** Every token as a CSS reference: `token.color.textMuted` is `'var(--color-text-muted)'`. */
export const token: Tokens = /* @__PURE__ */ references();
