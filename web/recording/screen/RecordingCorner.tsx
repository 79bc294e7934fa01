import { useLocation } from 'react-router'
import { lazyPart } from '../../platform/lazy-part.tsx'
import { useIsRecordingHere } from './recorded-here.ts'

const RecordingBar = lazyPart<{ isFloating?: boolean }>(
  async () => (await import('./RecordingBar.tsx')).RecordingBar,
  ['recording'],
)

/** The bar of the recording of this page, on every page but the recording screen. Loaded with the first recording. */
export function RecordingCorner({ isFloating = false }: { isFloating?: boolean }) {
  const isRecording = useIsRecordingHere()
  const { pathname } = useLocation()
  return isRecording && !/^\/projects\/\d+\/record$/.test(pathname) && <RecordingBar isFloating={isFloating} />
}
