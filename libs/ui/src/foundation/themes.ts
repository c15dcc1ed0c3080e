import type { TokenOverrides } from './tokens';

/** Signed-in patient pages: warm grey. */
export const greyGround: TokenOverrides = {
  color: { ground: '#efebe5', surfaceSunken: '#f6f3ee' },
};

/** Doctor: cool grey, dense, flat. */
export const doctor: TokenOverrides = {
  color: {
    ground: '#eceef1',
    surface: '#ffffff',
    surfaceRaised: '#ffffff',
    surfaceSunken: '#f5f6f8',
    text: '#171a21',
    textMuted: '#535a67',
    border: '#d9dde3',
    borderControl: '#7b8290',
  },
  fontSize: {
    caption: '0.8125rem',
    small: '0.875rem',
    body: '1rem',
    lead: '1.0625rem',
    heading3: '1rem',
    heading2: '1.125rem',
    heading1: '1.375rem',
  },
  lineHeight: { text: '1.375', heading: '1.25' },
  size: { control: '2.25rem', target: '1.75rem', icon: '1.125rem', measure: '72ch' },
  space: { inset: '1rem', stack: '1rem', row: '0.5rem' },
  radius: { control: '0.375rem', card: '0.5rem' },
  shadow: {
    card: 'none',
    raised: '0 1px 2px rgb(20 25 35 / 0.08), 0 6px 20px rgb(20 25 35 / 0.1)',
  },
};

/** Patient pages from 768 px. */
export const patientWide: TokenOverrides = {
  fontSize: { heading1: '2.25rem', heading2: '1.625rem' },
  space: { inset: '1.75rem', stack: '2.5rem' },
};

/** Patient pages on a phone at twice the text size: titles and gaps grow less than body text. */
export const patientLargeText: TokenOverrides = {
  fontSize: { heading1: '1.5rem', heading2: '1.3125rem' },
  space: { inset: '0.75rem', stack: '1.25rem', row: '0.75rem' },
};

/** Minimum touch size, also on doctor pages when the pointer is coarse. */
export const doctorTouch: TokenOverrides = { size: { control: '2.75rem', target: '2.75rem' } };

export const dark: TokenOverrides = {
  color: {
    action: '#a9c1f7',
    actionHover: '#c5d5fb',
    onAction: '#12203f',
    actionSoft: '#28324c',
    onActionSoft: '#cbd8fb',
    focus: '#c9adff',

    turnYou: '#f4ab63',
    turnYouSoft: '#40301b',
    onTurnYouSoft: '#ffdcb2',
    turnOther: '#a9c1f7',
    turnOtherSoft: '#28324c',
    onTurnOtherSoft: '#cbd8fb',
    turnNone: '#86cf9d',
    turnNoneSoft: '#20372a',
    onTurnNoneSoft: '#b7e6c5',

    danger: '#ffb0a8',
    dangerSoft: '#46221f',
    onDangerSoft: '#ffd3ce',
    warning: '#f0cd72',
    warningSoft: '#3d3418',
    onWarningSoft: '#fbe6b0',
    success: '#86cf9d',
    successSoft: '#20372a',
    onSuccessSoft: '#b7e6c5',
    changeAdded: '#1f3b2b',
    changeRemoved: '#482522',

    ground: '#1a1917',
    surface: '#252321',
    surfaceRaised: '#2d2b28',
    surfaceSunken: '#1f1e1b',
    text: '#f2efe9',
    textMuted: '#bab5ab',
    border: '#3c3935',
    borderControl: '#948e83',
    scrim: 'rgb(0 0 0 / 0.65)',
  },
  shadow: {
    card: '0 0 0 1px #34312d',
    raised: '0 -1px 0 #3c3935',
    dialog: '0 0 0 1px #4a4640, 0 24px 64px rgb(0 0 0 / 0.6)',
  },
};

export const darkGreyGround: TokenOverrides = {
  color: { ground: '#1b1a19', surfaceSunken: '#1f1e1c' },
};

export const darkDoctor: TokenOverrides = {
  color: {
    ground: '#111418',
    surface: '#1a1e24',
    surfaceRaised: '#222830',
    surfaceSunken: '#15191e',
    text: '#e8ebf0',
    textMuted: '#a7aebb',
    border: '#2f3540',
    borderControl: '#838b99',
  },
  shadow: { card: 'none', raised: '0 0 0 1px #3a414d, 0 8px 24px rgb(0 0 0 / 0.5)' },
};

export const moreContrast: TokenOverrides = {
  color: { textMuted: 'var(--color-text)', border: 'var(--color-border-control)' },
};

export const reducedMotion: TokenOverrides = {
  duration: { instant: '0ms', short: '0ms', long: '0ms' },
};
