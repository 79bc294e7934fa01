// A microphone that gives no sound for a minute, in real seconds.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { cleanUp, openPage, RecordingServer } from './test/recording-pages.tsx'

beforeEach(async () => {
  await page.viewport(1440, 900)
  const server = new RecordingServer()
  expect(server.calls).toEqual([])
})
afterEach(cleanUp)

it(
  'APP-12 says that nothing was heard for 60 seconds, and a single microphone stays connected',
  { timeout: 180_000 },
  async () => {
    const context = new AudioContext()
    const silent = new MediaStreamAudioDestinationNode(context, { channelCount: 1 })
    vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockResolvedValue(silent.stream)
    let connections = 0
    const Source = MediaStreamAudioSourceNode
    vi.stubGlobal(
      'MediaStreamAudioSourceNode',
      class extends Source {
        constructor(owner: AudioContext, options: MediaStreamAudioSourceOptions) {
          super(owner, options)
          connections += 1
        }
      },
    )
    const screen = await openPage()
    await screen.getByRole('button', { name: '録音を開始' }).click()
    await expect.element(screen.getByRole('timer'), { timeout: 60_000 }).toHaveTextContent('0:30')
    const notice = screen.getByRole('note').getByText('60秒間、音声が入っていません')
    expect(notice.query()).toBeNull()
    await expect.element(notice, { timeout: 60_000 }).toBeVisible()
    // The recording continues.
    await expect.element(screen.getByRole('region', { name: '録音中' })).toBeVisible()
    await expect.element(screen.getByRole('status').getByText('60秒間、音声が入っていません')).toBeInTheDocument()
    expect(connections).toBe(1)
    await context.close()
  },
)
