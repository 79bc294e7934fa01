import { useLocation } from 'react-router'
import { lazyPart } from '../../platform/lazy-part.tsx'
import { useIsRecording } from '../session/current-session.ts'
import { RECORDING_SCREEN } from './record-address.ts'

const RecordingBar = lazyPart<object>(async () => (await import('./RecordingBar.tsx')).RecordingBar, ['recording'])

/** The bar of the recording of this page, on every page but the recording screen. Loaded with the first recording. */
export function RecordingCorner() {
  const isRecording = useIsRecording()
  const { pathname } = useLocation()
  return isRecording && !RECORDING_SCREEN.test(pathname) && <RecordingBar />
}
