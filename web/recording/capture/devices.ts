// Which devices there are, and what this browser can record. Everything is feature-detected.
import { isSupported } from './capture-problem.ts'

/** Empty lists where nothing can be recorded. Names of devices are empty until the person has allowed one of the kind. */
export async function listDevices(): Promise<{ microphones: MediaDeviceInfo[]; cameras: MediaDeviceInfo[] }> {
  const devices = isSupported('microphone') ? await navigator.mediaDevices.enumerateDevices() : []
  return {
    microphones: devices.filter(({ kind }) => kind === 'audioinput'),
    cameras: devices.filter(({ kind }) => kind === 'videoinput'),
  }
}

/** Calls `onChange` when a device is plugged in or removed. Returns the stop function. */
export function watchDevices(onChange: () => void): () => void {
  if (!isSupported('microphone')) return () => undefined
  navigator.mediaDevices.addEventListener('devicechange', onChange)
  return () => navigator.mediaDevices.removeEventListener('devicechange', onChange)
}

export interface CaptureSupport {
  canRecord: boolean
  canShareScreen: boolean
  /** The sound of a tab or of the system. Firefox and Safari share pictures only. */
  canShareSystemSound: boolean
}

export function support(): CaptureSupport {
  const canRecord = isSupported('microphone') && 'MediaRecorder' in globalThis && 'AudioContext' in globalThis
  const canShareScreen = canRecord && isSupported('screen')
  // Known by a constraint that only browsers with such sound have.
  const constraints = canRecord ? navigator.mediaDevices.getSupportedConstraints() : {}
  return {
    canRecord,
    canShareScreen,
    canShareSystemSound: canShareScreen && 'suppressLocalAudioPlayback' in constraints,
  }
}
