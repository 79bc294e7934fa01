import { createTheme } from '@mantine/core'
import type { MantineColorsTuple } from '@mantine/core'

// 藍 (ai), indigo: dark enough for white text, neutral enough to be used everywhere.
const ai: MantineColorsTuple = [
  '#eef6fa',
  '#dbebf3',
  '#b4d5e6',
  '#8bbfd8',
  '#68abcc',
  '#4d97bd',
  '#2f7ea8',
  '#1f6a92',
  '#165e83',
  '#0e4764',
]

// Dark enough for white text in both themes.
const red: MantineColorsTuple = [
  '#fdecea',
  '#fad9d6',
  '#f3b0aa',
  '#ec867d',
  '#e66558',
  '#dd4a3d',
  '#c93a2f',
  '#b3261e',
  '#a32019',
  '#8a1711',
]

// The greys of the dark theme are tinted towards the accent, like those of the light theme.
const dark: MantineColorsTuple = [
  '#d5dee3',
  '#b3c0c8',
  '#8d9ca5',
  '#66747d',
  '#3d4850',
  '#323b42',
  '#262d33',
  '#1b2024',
  '#14181b',
  '#0e1113',
]

/** In theme.css, which is loaded before the first text. */
const FONT = 'var(--kaiwa-font)'

const COMPACT = { '--button-height': '1.5rem' }

/** Compact: 14 px text, small corners, one accent colour. */
export const theme = createTheme({
  primaryColor: 'ai',
  primaryShade: { light: 8, dark: 7 },
  colors: { ai, dark, red },
  black: '#1c2830',
  fontFamily: FONT,
  headings: { fontFamily: FONT, fontWeight: '600' },
  defaultRadius: 'sm',
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.25rem' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  focusRing: 'auto',
  components: {
    // Keeps the case of texts; the library's badges would be in capitals.
    Badge: { defaultProps: { tt: 'none' } },
    // The smallest buttons are in rows, where a target has at least 24 px (WCAG 2.2). The library's have 22.
    Button: { vars: (_: unknown, { size }: { size?: unknown }) => ({ root: size === 'compact-xs' ? COMPACT : {} }) },
  },
})
