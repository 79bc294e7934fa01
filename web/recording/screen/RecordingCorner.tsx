import { useLocation } from 'react-router'
import { lazyPart } from '../../platform/lazy-part.tsx'
import { useSession } from '../../platform/session.ts'
import { useIsRecording } from '../session/current-session.ts'
import { RECORDING_SCREEN } from './record-address.ts'
import { useIsStoredHere } from './recorded-here.ts'

const RecordingBar = lazyPart<object>(async () => (await import('./RecordingBar.tsx')).RecordingBar, ['recording'])
const StoredSendings = lazyPart(async () => (await import('./StoredSendings.tsx')).StoredSendings, ['recording'])

/**
 * The bar of the recording of this page, on every page but the recording screen, and the recordings of this browser that are
 * still to be sent. Both are loaded when there are any.
 */
export function RecordingCorner() {
  const isRecording = useIsRecording()
  const isStoredHere = useIsStoredHere()
  const userId = useSession().data?.user.id
  const { pathname } = useLocation()
  return (
    <>
      {isRecording && !RECORDING_SCREEN.test(pathname) && <RecordingBar />}
      {isStoredHere && userId !== undefined && <StoredSendings userId={userId} />}
    </>
  )
}
