import { access, constants } from 'node:fs/promises'
import { delimiter, join } from 'node:path'

/** Paths of the decoder and its English model. */
export interface PocketsphinxInstall {
  binary: string
  model: string
  languageModel: string
  dictionary: string
}

const modelFolders = [
  '/usr/share/pocketsphinx/model/en-us',
  '/usr/local/share/pocketsphinx/model/en-us',
  '/opt/homebrew/share/pocketsphinx/model/en-us',
]

/** Finds `pocketsphinx_batch` on the path and the en-us model in the usual folders; undefined when one is missing. */
export async function findPocketsphinx(
  path = process.env['PATH'] ?? '',
  folders: readonly string[] = modelFolders,
): Promise<PocketsphinxInstall | undefined> {
  const binary = await first(
    path.split(delimiter).map((folder) => join(folder, 'pocketsphinx_batch')),
    constants.X_OK,
  )
  for (const folder of folders) {
    const [model, languageModel, dictionary] = [
      join(folder, 'en-us'),
      join(folder, 'en-us.lm.bin'),
      join(folder, 'cmudict-en-us.dict'),
    ]
    const complete = (
      await Promise.all([join(model, 'mdef'), languageModel, dictionary].map((file) => can(file, constants.R_OK)))
    ).every(Boolean)
    if (binary && complete) return { binary, model, languageModel, dictionary }
  }
  return undefined
}

async function first(files: readonly string[], mode: number): Promise<string | undefined> {
  for (const file of files) if (await can(file, mode)) return file
  return undefined
}

function can(file: string, mode: number) {
  return access(file, mode).then(
    () => true,
    () => false,
  )
}
