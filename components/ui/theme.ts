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
  'var(--color-text)',
  'var(--color-text-muted)',
  'var(--color-text-faint)',
  'var(--color-text-faint)',
  'var(--color-border)',
  'var(--color-surface-strong)',
  'var(--color-surface)',
  'var(--color-background)',
  'var(--color-background-low)',
  'var(--color-background-low)',
];
const gray: MantineColorsTuple = [
  'var(--color-surface-strong)',
  'var(--color-surface-strong)',
  'var(--color-border)',
  'var(--color-border)',
  'var(--color-border-strong)',
  'var(--color-text-faint)',
  'var(--color-text-faint)',
  'var(--color-text-muted)',
  'var(--color-text-muted)',
  'var(--color-text)',
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
  '--mantine-color-body': 'var(--color-background)',
  '--mantine-color-text': 'var(--color-text)',
  '--mantine-color-bright': 'var(--color-text)',
  '--mantine-color-dimmed': 'var(--color-text-muted)',
  '--mantine-color-placeholder': 'var(--color-text-faint)',
  '--mantine-color-anchor': 'var(--blue-text)',
  '--mantine-color-error': 'var(--red-text)',
  '--mantine-color-success': 'var(--green-text)',
  '--mantine-color-default': 'var(--color-surface)',
  '--mantine-color-default-hover': 'var(--color-surface-strong)',
  '--mantine-color-default-color': 'var(--color-text)',
  '--mantine-color-default-border': 'var(--color-border)',
  '--mantine-color-disabled': 'var(--color-surface-strong)',
  '--mantine-color-disabled-color': 'var(--color-text-faint)',
  '--mantine-color-disabled-border': 'var(--color-border)',
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
  white: 'var(--color-surface)',
  black: 'var(--color-text)',
  colors: {
    ...(Object.fromEntries(HUES.map((hue) => [hue, tuple(hue)])) as Record<Hue, MantineColorsTuple>),
    dark,
    gray,
  },
  variantColorResolver,
  fontFamily: 'var(--font-text)',
  fontFamilyMonospace: 'var(--font-numeric)',
  headings: {
    fontFamily: 'var(--font-text)',
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
    md: '0 8px 24px var(--color-backdrop)',
    lg: '0 16px 40px var(--color-backdrop)',
    xl: '0 24px 56px var(--color-backdrop)',
  },
  components: {
    // The library's text colour is white in the dark theme, where ours is a surface.
    Alert: { styles: { message: { color: 'var(--color-text)' } } },
    Checkbox: { defaultProps: { iconColor: 'var(--neutral-on)' } },
    Radio: { defaultProps: { iconColor: 'var(--neutral-on)' } },
    Modal: {
      defaultProps: {
        overlayProps: { color: 'var(--color-backdrop)', backgroundOpacity: 1 },
        closeButtonProps: { 'aria-label': 'Close' },
      },
    },
    // The header of a dialog is not the banner of the page.
    ModalHeader: { defaultProps: { role: 'presentation' } },
    // The library's grey is one of our surfaces: the icon would have the colour of the field.
    PasswordInput: { styles: { visibilityToggle: { color: 'var(--color-text-muted)' } } },
    // The lines of the search take no focus: without this, keys could not scroll a long list.
    SpotlightActionsList: {
      defaultProps: { viewportProps: { tabIndex: 0, role: 'group', 'aria-label': 'Results' } },
    },
    Tooltip: { defaultProps: { color: 'neutral', withArrow: true, openDelay: 300 } },
  },
});
