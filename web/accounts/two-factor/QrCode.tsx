import { qrPath } from './qr-path.ts'

/** Drawn here: the secret in it reaches nobody else. Dark on light in both themes, since not every reader takes the other. */
export const QrCode = ({ text, label }: { text: string; label: string }) => {
  const { size, path } = qrPath(text)
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      width="200"
      height="200"
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
