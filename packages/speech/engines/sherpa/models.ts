import { access, constants } from 'node:fs/promises'
import { SpeechFailure } from '../../failure.ts'

export type SherpaRecogniser =
  | { kind: 'nemo-ctc'; model: string; tokens: string }
  | { kind: 'transducer'; encoder: string; decoder: string; joiner: string; tokens: string }
  | { kind: 'sense-voice'; model: string; tokens: string }

/** Files of one set of models. Without `voiceActivity` an energy gate stands in; without `voices` our own diariser does. */
export type SherpaModels = {
  id: string
  languages: readonly string[]
  /** True where the recogniser itself says which language it heard. */
  detectsLanguage?: boolean
  recogniser: SherpaRecogniser
  voiceActivity?: string | undefined
  voices?: { segmentation: string; embedding: string } | undefined
}

/** Every file the models consist of. */
export function filesOf({ recogniser, voiceActivity, voices }: SherpaModels): string[] {
  const { kind: _, ...files } = recogniser
  return [...Object.values(files), ...(voiceActivity ? [voiceActivity] : []), ...Object.values(voices ?? {})]
}

/** Throws `model-missing` with the file's name: the native code neither throws nor works when it is given a missing file. */
export async function checkFiles(models: SherpaModels): Promise<void> {
  for (const file of filesOf(models)) {
    try {
      await access(file, constants.R_OK)
    } catch (cause) {
      throw new SpeechFailure('model-missing', `${file} is missing`, { cause })
    }
  }
}
