import { access, constants } from 'node:fs/promises'
import { SpeechFailure } from '../../speech-failure.ts'

export type SherpaRecogniser =
  | { kind: 'nemo-ctc'; model: string; tokens: string }
  | { kind: 'transducer'; encoder: string; decoder: string; joiner: string; tokens: string }
  | { kind: 'sense-voice'; model: string; tokens: string }

/** The models of one native process. It can do only the tasks whose models it has. */
export interface NativeModels {
  readonly recogniser?: SherpaRecogniser | undefined
  readonly voiceActivity?: string | undefined
  readonly voices?: { segmentation: string; embedding: string } | undefined
}

/** The files of a recogniser. Without `voices` the classical diariser is used. */
export interface SherpaModels {
  id: string
  languages: readonly string[]
  /** True when the recogniser returns the detected language. */
  detectsLanguage?: boolean
  recogniser: SherpaRecogniser
  voices?: { segmentation: string; embedding: string } | undefined
}

/** All files of the models. */
export function filesOf({ recogniser, voiceActivity, voices }: NativeModels): string[] {
  const { kind: _, ...files } = recogniser ?? { kind: null }
  return [...Object.values(files), ...(voiceActivity ? [voiceActivity] : []), ...Object.values(voices ?? {})]
}

/** Throws `model-missing` with the file name, because the native code reports no error for a missing file. */
export async function checkFiles(models: NativeModels): Promise<void> {
  for (const file of filesOf(models)) {
    try {
      await access(file, constants.R_OK)
    } catch (cause) {
      throw new SpeechFailure('model-missing', `${file} is missing`, { cause })
    }
  }
}
