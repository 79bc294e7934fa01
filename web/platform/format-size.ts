const MB_PER_GB = 1024
const BYTES_PER_MB = 1_048_576

function short(value: number): string {
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : 2
  return String(Number(value.toFixed(digits)))
}

/** Formats a size given in MB: `3.56 MB` below 1024, otherwise `1.2 GB` (UI-15). */
export function formatSize(mb: number): string {
  return mb < MB_PER_GB ? `${short(mb > 0 ? Math.max(mb, 0.01) : 0)} MB` : `${short(mb / MB_PER_GB)} GB`
}

export function toMb(bytes: number): number {
  return bytes / BYTES_PER_MB
}
