import { BYTES_PER_MB, LIMITS } from '@kaiwa/contract/limits.ts'

/** What a chooser of pictures offers. */
export const PICTURE_KINDS = LIMITS.avatarExtensions.map((extension) => `.${extension}`).join(',')

/** What is wrong with a picture, by its name and size; the server looks at what is inside. */
export const pictureProblem = ({ name, size }: Pick<File, 'name' | 'size'>): 'format' | 'max' | null => {
  if (!LIMITS.avatarExtensions.some((extension) => name.toLowerCase().endsWith(`.${extension}`))) return 'format'
  return size >= LIMITS.avatarMb * BYTES_PER_MB ? 'max' : null
}
