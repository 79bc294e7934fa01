import { access } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { packagedVoiceActivityModel } from '../voice-activity/voice-activity.ts'
import type { SherpaModels, SherpaRecogniser } from '../engines/sherpa/sherpa-models.ts'
import { registry, type ModelEntry } from './model-registry.ts'

/**
 * Paths of a model's files when all exist: in a subfolder with the model's or the archive's name, or in the folder
 * itself.
 */
export async function installedFiles(entry: ModelEntry, folder: string): Promise<Record<string, string> | undefined> {
  for (const inside of [entry.name, basename(entry.url).replace(/\.tar\.bz2$/, ''), '.']) {
    // In the folder itself, generic file names do not identify a model.
    if (inside === '.' && Object.values(entry.files).some((file) => /^(model(\.int8)?\.onnx|tokens\.txt)$/.test(file)))
      continue
    const files = Object.entries(entry.files).map(([part, file]) => [part, join(folder, inside, file)] as const)
    if ((await Promise.all(files.map(([, path]) => exists(path)))).every(Boolean)) return Object.fromEntries(files)
  }
  return undefined
}

/** All usable sets of models in the folder, best first. */
export async function installedModels(
  folder: string,
  entries: readonly ModelEntry[] = registry,
): Promise<SherpaModels[]> {
  const found = new Map<ModelEntry, Record<string, string>>()
  for (const entry of entries) {
    const files = await installedFiles(entry, folder)
    if (files) found.set(entry, files)
  }
  const fileOf = (kind: ModelEntry['kind']) => [...found].find(([entry]) => entry.kind === kind)?.[1]['model']
  const [segmentation, embedding] = [fileOf('segmentation'), fileOf('embedding')]
  return [...found].flatMap(([entry, files]) => {
    const recogniser = recogniserOf(entry.kind, files)
    if (!recogniser) return []
    return {
      id: entry.name,
      languages: entry.languages,
      detectsLanguage: entry.kind === 'sense-voice',
      recogniser,
      voices: segmentation && embedding ? { segmentation, embedding } : undefined,
    }
  })
}

/** Path of the voice activity model: one that the operator put into the folder, otherwise the packaged one. */
export async function voiceActivityModel(folder: string, entries: readonly ModelEntry[] = registry): Promise<string> {
  for (const entry of entries.filter(({ kind }) => kind === 'voice-activity')) {
    const model = (await installedFiles(entry, folder))?.['model']
    if (model) return model
  }
  return packagedVoiceActivityModel()
}

function recogniserOf(kind: ModelEntry['kind'], files: Record<string, string>): SherpaRecogniser | undefined {
  const { model = '', tokens = '', encoder = '', decoder = '', joiner = '' } = files
  switch (kind) {
    case 'nemo-ctc':
    case 'sense-voice':
      return { kind, model, tokens }
    case 'transducer':
      return { kind, encoder, decoder, joiner, tokens }
    case 'voice-activity':
    case 'segmentation':
    case 'embedding':
      return undefined
  }
}

function exists(path: string) {
  return access(path).then(
    () => true,
    () => false,
  )
}
