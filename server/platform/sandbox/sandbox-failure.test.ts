import { expect, it } from 'vitest'
import { failureKind } from './sandbox-failure.ts'

const ended = { exitCode: undefined, signal: undefined, timedOut: false, stderr: '' }

it.each([
  ['well', { exitCode: 0 }, null],
  ['well, with a message on stderr', { exitCode: 0, stderr: 'Invalid data found' }, null],
  ['killed by our timeout', { signal: 'SIGKILL', timedOut: true }, 'timeout'],
  ['killed by the CPU limit', { signal: 'SIGXCPU' }, 'timeout'],
  ['with the exit code of the CPU limit', { exitCode: 255 }, 'timeout'],
  ['out of memory', { exitCode: 1, stderr: 'x.mkv: Cannot allocate memory' }, 'memory'],
  [
    'out of memory while loading libraries',
    { exitCode: 127, stderr: 'failed to map segment from shared object' },
    'memory',
  ],
  ['killed by the file size limit', { signal: 'SIGXFSZ' }, 'too-large'],
  [
    'with a message about the file size limit',
    { exitCode: 1, stderr: 'av_interleaved_write_frame(): File too large' },
    'too-large',
  ],
  ['unable to read its input', { exitCode: 1, stderr: 'Invalid data found when processing input' }, 'refused'],
  ['on a full disk', { exitCode: 1, stderr: 'media.ts: No space left on device' }, 'disk-full'],
  ['with a segmentation fault', { signal: 'SIGSEGV' }, 'crashed'],
])('ended %s', (_, ending, kind) => expect(failureKind({ ...ended, ...ending })).toBe(kind))
