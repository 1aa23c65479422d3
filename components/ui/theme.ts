import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from '@mantine/core';

/** The hues of tokens.css. `neutral` is the colour of ordinary actions; amber means live. */
export const HUES = ['neutral', 'amber', 'teal', 'violet', 'red', 'green', 'blue'] as const;
export type Hue = (typeof HUES)[number];

const isHue = (word: string): word is Hue => (HUES as readonly string[]).includes(word);

function tuple(hue: Hue): MantineColorsTuple {
  const soft = `var(--${hue}-soft)`;
  const text = `var(--${hue}-text)`;
  const solid = `var(--${hue}-solid)`;
  return [soft, soft, soft, text, text, text, solid, solid, `var(--${hue}-solid-hover)`, `var(--${hue}-solid-hover)`];
}

/** Mantine's own greys, as components of the two themes use them directly. */
const dark: MantineColorsTuple = [
  'var(--words)',
  'var(--words-2)',
  'var(--words-3)',
  'var(--words-3)',
  'var(--hairline)',
  'var(--raised-2)',
  'var(--raised)',
  'var(--ground)',
  'var(--sunken)',
  'var(--sunken)',
];
const gray: MantineColorsTuple = [
  'var(--raised-2)',
  'var(--raised-2)',
  'var(--hairline)',
  'var(--hairline)',
  'var(--hairline-strong)',
  'var(--words-3)',
  'var(--words-3)',
  'var(--words-2)',
  'var(--words-2)',
  'var(--words)',
];

const variantColorResolver: VariantColorsResolver = (input) => {
  const standard = defaultVariantColorsResolver(input);
  const hue = input.color ?? input.theme.primaryColor;
  return input.variant === 'filled' && isHue(hue) ? { ...standard, color: `var(--${hue}-on)` } : standard;
};

function hueVariables(hue: Hue): Record<string, string> {
  const name = `--mantine-color-${hue}`;
  return {
    [`${name}-filled`]: `var(--${hue}-solid)`,
    [`${name}-filled-hover`]: `var(--${hue}-solid-hover)`,
    [`${name}-light`]: `var(--${hue}-soft)`,
    [`${name}-light-hover`]: `var(--${hue}-soft-hover)`,
    [`${name}-light-color`]: `var(--${hue}-text)`,
    [`${name}-outline`]: `var(--${hue}-text)`,
    [`${name}-outline-hover`]: `var(--${hue}-soft)`,
    [`${name}-text`]: `var(--${hue}-text)`,
  };
}

const schemeVariables: Record<string, string> = {
  ...Object.assign({}, ...HUES.map(hueVariables)),
  '--mantine-color-body': 'var(--ground)',
  '--mantine-color-text': 'var(--words)',
  '--mantine-color-bright': 'var(--words)',
  '--mantine-color-dimmed': 'var(--words-2)',
  '--mantine-color-placeholder': 'var(--words-3)',
  '--mantine-color-anchor': 'var(--blue-text)',
  '--mantine-color-error': 'var(--red-text)',
  '--mantine-color-success': 'var(--green-text)',
  '--mantine-color-default': 'var(--raised)',
  '--mantine-color-default-hover': 'var(--raised-2)',
  '--mantine-color-default-color': 'var(--words)',
  '--mantine-color-default-border': 'var(--hairline)',
  '--mantine-color-disabled': 'var(--raised-2)',
  '--mantine-color-disabled-color': 'var(--words-3)',
  '--mantine-color-disabled-border': 'var(--hairline)',
  '--mantine-primary-color-contrast': 'var(--neutral-on)',
};

/** Points every colour variable of Mantine at tokens.css; the two themes differ only there. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: schemeVariables,
  dark: schemeVariables,
});

export const theme = createTheme({
  primaryColor: 'neutral',
  primaryShade: 6,
  white: 'var(--raised)',
  black: 'var(--words)',
  colors: {
    ...(Object.fromEntries(HUES.map((hue) => [hue, tuple(hue)])) as Record<Hue, MantineColorsTuple>),
    dark,
    gray,
  },
  variantColorResolver,
  fontFamily: 'var(--font-words)',
  fontFamilyMonospace: 'var(--font-figures)',
  headings: {
    fontFamily: 'var(--font-words)',
    fontWeight: '650',
    textWrap: 'balance',
    sizes: {
      h1: { fontSize: '1.75rem', lineHeight: '2.25rem' },
      h2: { fontSize: '1.25rem', lineHeight: '1.75rem' },
      h3: { fontSize: '1rem', lineHeight: '1.5rem' },
    },
  },
  fontSizes: { xs: '0.75rem', sm: '0.875rem', md: '1rem', lg: '1.125rem', xl: '1.25rem' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  radius: { xs: '2px', sm: '4px', md: '8px', lg: '12px', xl: '16px' },
  defaultRadius: 'md',
  respectReducedMotion: true,
  cursorType: 'pointer',
  shadows: {
    xs: 'none',
    sm: 'none',
    md: '0 8px 24px var(--shade)',
    lg: '0 16px 40px var(--shade)',
    xl: '0 24px 56px var(--shade)',
  },
  components: {
    // The library's text colour is white in the dark theme, where ours is a surface.
    Alert: { styles: { message: { color: 'var(--words)' } } },
    Checkbox: { defaultProps: { iconColor: 'var(--neutral-on)' } },
    Radio: { defaultProps: { iconColor: 'var(--neutral-on)' } },
    Modal: {
      defaultProps: {
        overlayProps: { color: 'var(--shade)', backgroundOpacity: 1 },
        closeButtonProps: { 'aria-label': 'Close' },
      },
    },
    // The header of a dialog is not the banner of the page.
    ModalHeader: { defaultProps: { role: 'presentation' } },
    // The library's grey is one of our surfaces: the icon would have the colour of the field.
    PasswordInput: { styles: { visibilityToggle: { color: 'var(--words-2)' } } },
    // The lines of the search take no focus: without this, keys could not scroll a long list.
    SpotlightActionsList: {
      defaultProps: { viewportProps: { tabIndex: 0, role: 'group', 'aria-label': 'Results' } },
    },
    Tooltip: { defaultProps: { color: 'neutral', withArrow: true, openDelay: 300 } },
  },
});
