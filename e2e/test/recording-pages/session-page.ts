// A page with the product's recording, without its screens: tests drive it.
import type { RecordingDetails } from '@kaiwa/recording/journal.ts'
import { queryClient } from '@kaiwa/web/platform/query-client.ts'
import { sessionQuery } from '@kaiwa/web/platform/session.ts'
import { support } from '@kaiwa/web/recording/capture/devices.ts'
import { openSources } from '@kaiwa/web/recording/capture/open-sources.ts'
import { currentSession } from '@kaiwa/web/recording/session/current-session.ts'
import { startSession } from '@kaiwa/web/recording/session/recording-session.ts'
import type { RecordingSession } from '@kaiwa/web/recording/types.ts'

function current(): RecordingSession {
  const session = currentSession()
  if (!session) throw new Error('nothing is recorded')
  return session
}

const api = {
  support,
  start: async (details: RecordingDetails): Promise<string> => {
    await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 })
    const { uuid } = await startSession(
      details,
      await openSources({ microphoneId: 'default', screen: null, cameraId: null }),
    )
    return uuid
  },
  state: () => current().get(),
  pause: (): void => current().pause(),
  resume: (): void => current().resume(),
  mark: (note: string): void => current().mark(note),
  stop: (): Promise<void> => current().stop(),
  finish: (details: RecordingDetails) => current().finish(details),
}

export type SessionPage = typeof api

declare global {
  interface Window {
    session: SessionPage
  }
}
window.session = api
