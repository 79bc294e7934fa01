// Problems with permissions and devices, as the browser reports them.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '../../test/show.tsx'
import type { CaptureDevice, CaptureProblemKind } from '../types.ts'
import { en } from '../texts.en.ts'
import { ja } from '../texts.ja.ts'
import { Notice } from './Notice.tsx'
import { problemText } from './problem-text.ts'
import { cleanUp, FOLDER, openPage, RecordingServer } from './test/recording-pages.tsx'

let server: RecordingServer
beforeEach(async () => {
  await page.viewport(1440, 900)
  server = new RecordingServer()
})
afterEach(cleanUp)

const DEVICES: readonly CaptureDevice[] = ['microphone', 'camera', 'screen']
const KINDS: readonly CaptureProblemKind[] = [
  'not-asked',
  'denied',
  'denied-by-policy',
  'no-device',
  'busy',
  'lost',
  'canceled',
  'unsupported',
]
const PROBLEMS = DEVICES.flatMap((device) => KINDS.map((kind) => ({ device, kind })))

/** Each sentence names its device. */
const NAMES = {
  ja: { microphone: /マイク/, camera: /カメラ/, screen: /画面|タブ/ },
  en: { microphone: /microphone/i, camera: /camera/i, screen: /screen|tab/i },
}

describe('APP-10 texts exist for microphone, camera and screen permission problems', () => {
  it('each names its device, in both languages, and no two are the same', () => {
    const texts = PROBLEMS.flatMap(({ device, kind }) => {
      const [japanese, english] = [ja.problems[device], en.problems[device]] as Record<string, string>[]
      expect(japanese?.[kind]).toMatch(NAMES.ja[device])
      expect(english?.[kind]).toMatch(NAMES.en[device])
      return [japanese?.[kind], english?.[kind]]
    })
    expect(new Set(texts).size).toBe(PROBLEMS.length * 2)
  })

  it('each is shown as an alert', async () => {
    const { useTranslation } = await import('react-i18next')
    function All() {
      const { t } = useTranslation('recording')
      return [...PROBLEMS, { device: 'screen', kind: 'no-system-sound' } as const].map((problem) => (
        <Notice key={`${problem.device} ${problem.kind}`} kind="problem" text={t(problemText(problem))} />
      ))
    }
    const screen = await show(<All />, 'recording')
    await expect.element(screen.getByText(ja.problems.screen['no-system-sound'])).toBeVisible()
    for (const { device, kind } of PROBLEMS) {
      const texts: Record<string, string> = ja.problems[device]
      expect(screen.getByText(texts[kind] ?? '').elements().length).toBe(1)
    }
    expect(screen.getByRole('alert').elements().length).toBe(PROBLEMS.length + 1)
  })
})

/** The browser's answer to a request for a device. */
function refuse(method: 'getUserMedia' | 'getDisplayMedia', name: string, message = '') {
  return vi.spyOn(navigator.mediaDevices, method).mockRejectedValue(new DOMException(message, name))
}

async function pressStart() {
  const screen = await openPage()
  await screen.getByRole('button', { name: '録音を開始' }).click()
  return screen
}

describe('APP-10 the screen shows the problem and a remedy', () => {
  it.each([
    ['NotAllowedError', 'Permission denied by system', ja.problems.microphone['denied-by-policy']],
    ['NotAllowedError', 'Permission dismissed', ja.problems.microphone['not-asked']],
    ['NotFoundError', '', ja.problems.microphone['no-device']],
    ['NotReadableError', '', ja.problems.microphone.busy],
    ['SecurityError', '', ja.problems.microphone['denied-by-policy']],
  ])('microphone: %s %s', async (name, message, text) => {
    refuse('getUserMedia', name, message)
    const screen = await pressStart()
    await expect.element(screen.getByRole('alert').getByText(text)).toBeVisible()
    expect(screen.getByRole('region', { name: '録音中' }).query()).toBeNull()
    expect(server.calls).not.toContain(`POST /api/projects/${FOLDER}/uploads/upload-url`)
  })

  it('screen: the dialog was cancelled', async () => {
    refuse('getDisplayMedia', 'NotAllowedError', 'Permission denied by user')
    const screen = await openPage()
    await screen.getByRole('checkbox', { name: 'タブ・ウィンドウ・画面の音声' }).click()
    await screen.getByRole('button', { name: '録音を開始' }).click()
    await expect.element(screen.getByRole('alert').getByText(ja.problems.screen.canceled)).toBeVisible()
  })

  it('camera: no device', async () => {
    const getUserMedia = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)
    vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockImplementation((asked) =>
      asked?.video ? Promise.reject(new DOMException('', 'NotFoundError')) : getUserMedia(asked),
    )
    const screen = await openPage()
    await screen.getByRole('checkbox', { name: 'カメラの映像も録画する' }).click()
    await screen.getByRole('button', { name: '録音を開始' }).click()
    await expect.element(screen.getByRole('alert').getByText(ja.problems.camera['no-device'])).toBeVisible()
  })

  it('a second attempt records when the permission was given', async () => {
    const refusing = refuse('getUserMedia', 'NotAllowedError', 'Permission denied')
    const screen = await pressStart()
    const alert = screen.getByRole('alert')
    await expect.element(alert).toBeVisible()
    refusing.mockRestore()
    await alert.getByRole('button', { name: 'もう一度試す' }).click()
    await expect.element(screen.getByRole('region', { name: '録音中' })).toBeVisible()
    expect(alert.query()).toBeNull()
  })

  it('a microphone that is unplugged while it is recorded, and another one after that', async () => {
    const opened: MediaStream[] = []
    const getUserMedia = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)
    vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockImplementation(async (asked) => {
      const stream = await getUserMedia(asked)
      opened.push(stream)
      return stream
    })
    const screen = await pressStart()
    await expect.poll(() => screen.getByRole('timer').element().textContent).toMatch(/^0:0[1-9]$/)
    const track = opened.at(-1)!.getAudioTracks()[0]!
    track.stop()
    // The browser fires this when a device is gone, not when a page stops it.
    track.dispatchEvent(new Event('ended'))
    const alert = screen.getByRole('alert')
    await expect.element(alert.getByText(ja.problems.microphone.lost)).toBeVisible()
    await expect.element(screen.getByRole('region', { name: '録音が中断されています' })).toBeVisible()
    await alert.getByRole('button', { name: 'もう一度試す' }).click()
    await expect.element(alert).not.toBeInTheDocument()
    await expect.element(screen.getByRole('region', { name: '録音中' })).toBeVisible()
    await expect.element(screen.getByRole('region', { name: '中断' }).getByText(/機器の切断または変更/)).toBeVisible()
  })

  describe('a microphone that is lost while the sound of a screen is recorded', () => {
    async function loseMicrophone() {
      const asking = vi.spyOn(navigator.mediaDevices, 'getDisplayMedia')
      const opened: MediaStream[] = []
      const getUserMedia = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)
      vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockImplementation(async (asked) => {
        const stream = await getUserMedia(asked)
        opened.push(stream)
        return stream
      })
      const screen = await openPage()
      await screen.getByRole('checkbox', { name: 'タブ・ウィンドウ・画面の音声' }).click()
      await screen.getByRole('button', { name: '録音を開始' }).click()
      await expect.poll(() => screen.getByRole('timer').element().textContent).toMatch(/^0:0[1-9]$/)
      const track = opened.at(-1)!.getAudioTracks()[0]!
      track.stop()
      track.dispatchEvent(new Event('ended'))
      const alert = screen.getByRole('alert')
      await expect.element(alert.getByText(ja.problems.microphone.lost)).toBeVisible()
      return { screen, alert, opened, asking }
    }

    it('is replaced by another one, and the screen is not asked for again', async () => {
      const { screen, alert, opened, asking } = await loseMicrophone()
      await alert.getByRole('combobox', { name: 'マイクの選択' }).selectOptions('Fake Audio Input 2')
      await expect.element(alert).not.toBeInTheDocument()
      expect(opened.at(-1)!.getAudioTracks()[0]!.label).toBe('Fake Audio Input 2')
      expect(asking).toHaveBeenCalledTimes(1)
      // The sound of the screen was recorded all the time.
      await expect.element(screen.getByRole('region', { name: '録音中' })).toBeVisible()
      expect(screen.getByRole('region', { name: '中断' }).query()).toBeNull()
    })

    it('is left out, and the screen is not asked for again', async () => {
      const { screen, alert, asking } = await loseMicrophone()
      await alert.getByRole('button', { name: '使わずに続ける' }).click()
      await expect.element(alert).not.toBeInTheDocument()
      expect(asking).toHaveBeenCalledTimes(1)
      await expect.element(screen.getByRole('region', { name: '録音中' })).toBeVisible()
    })
  })
})
