// The sources that were chosen last, in this browser.
import { localStore } from '../../platform/browser-storage.ts'
import type { CaptureChoice } from '../types.ts'

const KEY = 'kaiwa.recording-choice'

const FIRST: CaptureChoice = { microphoneId: 'default', screen: null, cameraId: null }

/** The last choice; the microphone of the system for the first recording. */
export function lastChoice(): CaptureChoice {
  const { microphoneId, screen, cameraId } = (localStore.readJson(KEY) ?? {}) as Partial<CaptureChoice>
  return {
    microphoneId: typeof microphoneId === 'string' || microphoneId === null ? microphoneId : FIRST.microphoneId,
    screen: screen ? { picture: screen.picture } : null,
    cameraId: typeof cameraId === 'string' ? cameraId : null,
  }
}

export function rememberChoice(choice: CaptureChoice): void {
  localStore.write(KEY, JSON.stringify(choice))
}

/** The choice without devices that are not there any more. Lists of devices are empty before any is allowed. */
export function availableChoice(
  choice: CaptureChoice,
  { microphones, cameras }: { microphones: readonly MediaDeviceInfo[]; cameras: readonly MediaDeviceInfo[] },
  canShareScreen: boolean,
): CaptureChoice {
  const isKnown = (id: string | null, devices: readonly MediaDeviceInfo[]) =>
    id === null || id === 'default' || devices.some(({ deviceId }) => deviceId === id)
  return {
    microphoneId: isKnown(choice.microphoneId, microphones) ? choice.microphoneId : 'default',
    screen: canShareScreen ? choice.screen : null,
    cameraId: isKnown(choice.cameraId, cameras) ? choice.cameraId : null,
  }
}
