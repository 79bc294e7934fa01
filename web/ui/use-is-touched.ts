import { useMediaQuery } from '@mantine/hooks'

const TOUCHED = '(hover: none) and (pointer: coarse)'

/** True on devices that are only touched: they have no files to drag, and their keyboards lack keys such as Ctrl. */
export function useIsTouched(): boolean {
  return useMediaQuery(TOUCHED, globalThis.matchMedia(TOUCHED).matches)
}
