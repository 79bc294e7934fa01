import { access, constants } from 'node:fs/promises'
import { SpeechFailure } from '../../speech-failure.ts'

export type SherpaRecogniser =
  | { kind: 'nemo-ctc'; model: string; tokens: string }
  | { kind: 'transducer'; encoder: string; decoder: string; joiner: string; tokens: string }
  | { kind: 'sense-voice'; model: string; tokens: string }

/**
 * The files of a set of models. Without `voiceActivity` an energy gate is used; without `voices` the classical
 * diariser.
 */
export interface SherpaModels {
  id: string
  languages: readonly string[]
  /** True when the recogniser returns the detected language. */
  detectsLanguage?: boolean
  recogniser: SherpaRecogniser
  voiceActivity?: string | undefined
  voices?: { segmentation: string; embedding: string } | undefined
}

/** All files of the models. */
export function filesOf({ recogniser, voiceActivity, voices }: SherpaModels): string[] {
  const { kind: _, ...files } = recogniser
  return [...Object.values(files), ...(voiceActivity ? [voiceActivity] : []), ...Object.values(voices ?? {})]
}

/** Throws `model-missing` with the file name, because the native code reports no error for a missing file. */
export async function checkFiles(models: SherpaModels): Promise<void> {
  for (const file of filesOf(models)) {
    try {
      await access(file, constants.R_OK)
    } catch (cause) {
      throw new SpeechFailure('model-missing', `${file} is missing`, { cause })
    }
  }
}
