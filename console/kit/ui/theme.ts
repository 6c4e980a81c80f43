import {
  createTheme,
  localStorageColorSchemeManager,
  type CSSVariablesResolver,
  type MantineColorsTuple,
} from '@mantine/core'

/** The one accent. Shade 7 on white is 6.4:1, white on shade 7 the same; shade 3 on the dark ground is 9:1. */
const teal: MantineColorsTuple = [
  '#e9f6f5', '#d3ebe9', '#a5d6d2', '#71c0ba', '#48aea6', '#2c9a92', '#17827b', '#0f6b66', '#0b5753', '#06423f',
] // prettier-ignore

/** The dark background and its foreground colours, in the hue of the light scheme's greys. */
const dark: MantineColorsTuple = [
  '#dfe5e6', '#b6c0c2', '#8d999c', '#5f6c6f', '#3a4547', '#2c3637', '#1e2627', '#14191a', '#101415', '#0b0e0f',
] // prettier-ignore

export const theme = createTheme({
  primaryColor: 'teal',
  primaryShade: { light: 7, dark: 7 },
  colors: { teal, dark },
  // Families by name come first: some systems choose another family than their own for a weight that `system-ui` lacks.
  fontFamily:
    "-apple-system, 'Segoe UI', Roboto, 'Noto Sans', var(--font-of-language), 'Helvetica Neue', system-ui, sans-serif",
  fontFamilyMonospace: "ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace",
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '20px' },
  lineHeights: { xs: '1.33', sm: '1.4', md: '1.5', lg: '1.5', xl: '1.3' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  defaultRadius: 6,
  cursorType: 'pointer',
  respectReducedMotion: true,
  focusRing: 'auto',
  headings: { fontWeight: '600', sizes: { h1: { fontSize: '24px', lineHeight: '32px' }, h2: { fontSize: '15px' } } },
  components: {
    Button: { defaultProps: { size: 'sm' } },
    TextInput: { defaultProps: { size: 'sm' } },
    // A hint under its field leaves fields beside each other in line.
    InputWrapper: { defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] } },
    Popover: { defaultProps: { shadow: 'md', transitionProps: { duration: 80 } } },
    Menu: { defaultProps: { shadow: 'md', transitionProps: { duration: 80 } } },
    Modal: {
      defaultProps: { centered: true, transitionProps: { duration: 80 } },
      styles: { title: { fontWeight: 600 } },
    },
  },
})

/** The colour scheme follows the system until the user chooses one. */
export const colorScheme = 'auto'

/**
 * Sets the colour scheme on the document before the first render; set by an effect, everything would be styled twice.
 * Paper is white, so what is printed is light.
 */
export function startColorScheme(): void {
  const root = document.documentElement
  addEventListener('beforeprint', () => {
    const shown = root.getAttribute(schemeAttribute) ?? ''
    root.setAttribute(schemeAttribute, 'light')
    addEventListener('afterprint', () => root.setAttribute(schemeAttribute, shown), { once: true })
  })
  const chosen = localStorageColorSchemeManager().get(colorScheme)
  const dark = chosen === colorScheme ? matchMedia('(prefers-color-scheme: dark)').matches : chosen === 'dark'
  root.setAttribute(schemeAttribute, dark ? 'dark' : 'light')
}
const schemeAttribute = 'data-mantine-color-scheme'

/**
 * Greys with a contrast of 4.5:1 against their background, which Mantine's own lack. The page has the ground; cards, menus and
 * dialogues have Mantine's `body`, which is lighter than the ground in both schemes.
 */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-text': '#1b2426',
    '--mantine-color-dimmed': '#5a6669',
    '--mantine-color-placeholder': '#657174',
    '--mantine-color-error': '#b3261e',
    '--mantine-color-anchor': '#0f6b66',
    '--line': '#e1e6e7',
    '--line-strong': '#c9d0d2',
    '--ground': '#f4f6f6',
    '--ground-quiet': '#f4f6f6',
    '--ground-hover': '#edf1f1',
    '--card-shadow': '0 1px 2px rgb(15 30 32 / 5%)',
    '--ground-accent': '#e9f6f5',
    '--text-accent': '#0b5753',
    '--ground-notice': '#fdf3d8',
    '--text-notice': '#5b4300',
    '--dot-good': '#1a7f4b',
    '--dot-bad': '#c0362c',
    '--dot-busy': '#b7791f',
    '--dot-quiet': '#8a9497',
  },
  dark: {
    '--mantine-color-body': '#171d1e',
    '--mantine-color-text': '#dfe5e6',
    '--mantine-color-dimmed': '#9aa6a9',
    '--mantine-color-placeholder': '#8d999c',
    '--mantine-color-error': '#ff8a80',
    '--mantine-color-anchor': '#71c0ba',
    '--line': '#2a3334',
    '--line-strong': '#475355',
    '--ground': '#0f1415',
    '--ground-quiet': '#1e2526',
    '--ground-hover': '#222a2b',
    '--card-shadow': 'none',
    '--ground-accent': '#123634',
    '--text-accent': '#a5d6d2',
    '--ground-notice': '#382c0c',
    '--text-notice': '#f3dfa6',
    '--dot-good': '#4cc38a',
    '--dot-bad': '#ff7b72',
    '--dot-busy': '#e3b341',
    '--dot-quiet': '#7d8a8d',
  },
})
