/** The logo: a speech bubble with a sound wave. */
export function Logo({ size = 24 }: { size?: number }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="7" fill="var(--mantine-primary-color-filled)" />
      <path
        d="M8 9.5h13a2.5 2.5 0 0 1 2.5 2.5v5a2.5 2.5 0 0 1-2.5 2.5h-6.5L10 23v-3.5H8A2.5 2.5 0 0 1 5.5 17v-5A2.5 2.5 0 0 1 8 9.5Z"
        fill="#fff"
      />
      <path
        d="M10 13v3M13 12v5M16 13.2v2.6M19 12.5v4"
        stroke="var(--mantine-primary-color-filled)"
        strokeWidth="1.6"
        strokeLinecap="round"
      />
    </svg>
  )
}
