import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { programEnvironment } from './program-environment.ts'
import { utf8Environment } from './utf8-environment.ts'

it.each([
  ['no locale, as in a container', {}, { LC_ALL: 'C.UTF-8' }],
  ['empty variables', { LANG: '', LC_ALL: '' }, { LANG: '', LC_ALL: 'C.UTF-8' }],
  ['the C locale', { LANG: 'C' }, { LANG: 'C', LC_ALL: 'C.UTF-8' }],
  ['another encoding', { LANG: 'ja_JP.eucJP' }, { LANG: 'ja_JP.eucJP', LC_ALL: 'C.UTF-8' }],
  [
    'a UTF-8 locale that LC_ALL overrides',
    { LANG: 'ja_JP.UTF-8', LC_ALL: 'C' },
    { LANG: 'ja_JP.UTF-8', LC_ALL: 'C.UTF-8' },
  ],
  [
    'a Japanese UTF-8 locale, which stays',
    { LANG: 'ja_JP.UTF-8', PATH: '/bin' },
    { LANG: 'ja_JP.UTF-8', PATH: '/bin' },
  ],
  ['the spelling of glibc, which stays', { LC_CTYPE: 'C.utf8' }, { LC_CTYPE: 'C.utf8' }],
  ['a locale with a modifier, which stays', { LANG: 'ca_ES.UTF-8@valencia' }, { LANG: 'ca_ES.UTF-8@valencia' }],
])('the environment of a child process with %s', (_, given, expected) =>
  expect(utf8Environment(given, 'linux')).toEqual(expected),
)

it('uses a locale that macOS has', () =>
  expect(utf8Environment({ PATH: '/bin' }, 'darwin')).toEqual({ PATH: '/bin', LC_ALL: 'en_US.UTF-8' }))

it('keeps what the parent process has, and does not change it', () => {
  const before = { ...process.env }
  expect(utf8Environment()).toMatchObject({ PATH: process.env['PATH'] })
  expect(process.env).toEqual(before)
})

it('is a locale that this system knows: a program counts characters, not bytes', () => {
  const count = (env: NodeJS.ProcessEnv) => execFileSync('wc', ['-m'], { input: '会話', env, encoding: 'utf8' }).trim()
  const empty = { PATH: process.env['PATH'] ?? '' }
  expect(count(utf8Environment(empty))).toBe('2')
  // The C locale counts bytes: the test can fail.
  expect(count({ ...empty, LC_ALL: 'C' })).toBe('6')
})

it('limits the allocator of a process of the program, unless its operator did', () =>
  expect(programEnvironment({ LANG: 'C.UTF-8', MALLOC_ARENA_MAX: '2' })).toEqual({
    LANG: 'C.UTF-8',
    MALLOC_ARENA_MAX: '2',
    MALLOC_MMAP_THRESHOLD_: '131072',
    MALLOC_TRIM_THRESHOLD_: '131072',
  }))
