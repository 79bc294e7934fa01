import { expect, it } from 'vitest'
import { failureKind } from './failure.ts'

const ended = { exitCode: undefined, signal: undefined, timedOut: false, stderr: '' }

it.each([
  ['well', { exitCode: 0 }, null],
  ['well, grumbling', { exitCode: 0, stderr: 'Invalid data found' }, null],
  ['killed by our clock', { signal: 'SIGKILL', timedOut: true }, 'timeout'],
  ['out of CPU time', { signal: 'SIGXCPU' }, 'timeout'],
  ['out of CPU time, politely', { exitCode: 255 }, 'timeout'],
  ['without memory', { exitCode: 1, stderr: 'x.mkv: Cannot allocate memory' }, 'memory'],
  ['without memory for its libraries', { exitCode: 127, stderr: 'failed to map segment from shared object' }, 'memory'],
  ['with too large a file', { signal: 'SIGXFSZ' }, 'refused'],
  [
    'with too large a file it noticed',
    { exitCode: 1, stderr: 'av_interleaved_write_frame(): File too large' },
    'refused',
  ],
  ['unable to read', { exitCode: 1, stderr: 'Invalid data found when processing input' }, 'refused'],
  ['on a full disk', { exitCode: 1, stderr: 'media.ts: No space left on device' }, 'disk-full'],
  ['by a fault of its own', { signal: 'SIGSEGV' }, 'crashed'],
])('ended %s', (_, ending, kind) => expect(failureKind({ ...ended, ...ending })).toBe(kind))
