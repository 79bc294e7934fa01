// The environment of a process of the program. The allocator of glibc keeps freed memory: in up to eight arenas for each
// core, and, because it raises its thresholds after the first large block, in a heap that large blocks hold together. After
// one recording that was 150 MB. Both are limited here; other systems ignore the variables.
import { utf8Environment } from './utf8-environment.ts'

/** The thresholds are the defaults of glibc: a value that is set is not raised. */
const ALLOCATOR = {
  MALLOC_ARENA_MAX: '4',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
} as const

/** `environment` with a UTF-8 locale and limits for the allocator. Given limits are kept. */
export function programEnvironment(environment: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  return { ...ALLOCATOR, ...utf8Environment(environment) }
}
