let isRequested = false

/** The next page opens the palette, for an address that leads to it. */
export function requestPalette(): void {
  isRequested = true
}

/** Whether to open it, once. */
export function takePaletteRequest(): boolean {
  const wasRequested = isRequested
  isRequested = false
  return wasRequested
}
