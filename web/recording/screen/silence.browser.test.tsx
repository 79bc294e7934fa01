// A microphone that gives no sound for a minute: by a clock that is 10 times faster, and in real seconds in the full run.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { changeAudioClock } from '../test/audio-clock.ts'
import { cleanUp, openPage, RecordingServer } from './test/recording-pages.tsx'

beforeEach(async () => {
  await page.viewport(1440, 900)
  const server = new RecordingServer()
  expect(server.calls).toEqual([])
})
afterEach(cleanUp)

const isFullRun = import.meta.env['KAIWA_TESTS'] === 'full'

it.each([10, ...(isFullRun ? [1] : [])])(
  'APP-12 says that nothing was heard for 60 seconds, and a single microphone stays connected; speed of the clock: %i',
  { timeout: 180_000 },
  async (speed) => {
    if (speed > 1) changeAudioClock((seconds) => seconds * speed)
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
    const notice = screen.getByRole('note').getByText('60秒間、音声が入っていません')
    const time = () => screen.getByRole('timer').query()?.textContent ?? ''
    await expect.poll(() => /^0:[345]\d$/.test(time()) && notice.query() === null, { timeout: 60_000 }).toBe(true)
    await expect.element(notice, { timeout: 60_000 }).toBeVisible()
    // The recording continues.
    await expect.element(screen.getByRole('region', { name: '録音中' })).toBeVisible()
    await expect.element(screen.getByRole('status').getByText('60秒間、音声が入っていません')).toBeInTheDocument()
    expect(connections).toBe(1)
    await context.close()
  },
)
