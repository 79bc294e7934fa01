import { BYTES_PER_MB, LIMITS } from '@kaiwa/contract/limits.ts'

/** The accept list of a picture input. */
export const PICTURE_KINDS = LIMITS.avatarExtensions.map((extension) => `.${extension}`).join(',')

/** The problem with a picture by name and size; the server checks its content. */
export function pictureProblem({ name, size }: Pick<File, 'name' | 'size'>): 'format' | 'max' | null {
  if (!LIMITS.avatarExtensions.some((extension) => name.toLowerCase().endsWith(`.${extension}`))) return 'format'
  return size >= LIMITS.avatarMb * BYTES_PER_MB ? 'max' : null
}
