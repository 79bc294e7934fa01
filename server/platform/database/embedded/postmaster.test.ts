import { expect, it } from 'vitest'
import { pickAccount } from './account.ts'
import { postgresArguments } from './launch.ts'
import { parsePidFile } from './postmaster.ts'
import { parseStat } from './processes.ts'

it.each([
  ['running', '4242\n/data/cluster\n1795245600\n15432\n\n127.0.0.1\n 1234 5\nready   \n', 'ready'],
  ['recovering', '4242\n/data/cluster\n1795245600\n15432\n\n127.0.0.1\n 1234 5\nstarting\n', 'starting'],
  ['shutting down', '4242\n/data/cluster\n1795245600\n15432\n\n127.0.0.1\n 1234 5\nstopping\n', 'stopping'],
  ['partly written', '4242\n/data/cluster\n1795245600\n15432\n', 'starting'],
])('postmaster.pid of a server that is %s', (_, text, status) =>
  expect(parsePidFile(text)).toEqual({ pid: 4242, port: 15_432, status }),
)

it.each([[''], ['\n'], ['nonsense\n'], ['-1\n']])('postmaster.pid %j is ignored', (text) =>
  expect(parsePidFile(text)).toBeNull(),
)

const root = 'root:x:0:0:root:/root:/bin/bash'
const nobody = 'nobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin'
const postgres = 'postgres:x:101:104:PostgreSQL administrator,,,:/var/lib/postgresql:/bin/bash'

it.each([
  ['postgres is preferred', [root, nobody, postgres], { name: 'postgres', uid: 101, gid: 104 }],
  ['nobody if there is no postgres', [root, nobody], { name: 'nobody', uid: 65_534, gid: 65_534 }],
  [
    'macOS',
    ['# comment', 'nobody:*:-2:-2:Unprivileged User:/var/empty:/usr/bin/false'],
    { name: 'nobody', uid: 4_294_967_294, gid: 4_294_967_294 },
  ],
  ['no suitable account', [root], null],
])('account for a server started by root: %s', (_, lines, account) =>
  expect(pickAccount(lines.join('\n'))).toEqual(account),
)

it('settings become arguments', () =>
  expect(postgresArguments('/c', { fsync: false, port: 1, timezone: 'UTC' })).toEqual([
    '-D',
    '/c',
    '-c',
    'fsync=off',
    '-c',
    'port=1',
    '-c',
    'timezone=UTC',
  ]))

it('a command with spaces and brackets does not shift the fields of /proc', () =>
  expect(parseStat('7 (a) b) c) S 1 7 7 0 -1 0 0 0 0 0 1 2 3 4 20 0 1 0 987654 0 0')).toEqual({
    state: 'S',
    startedAt: '987654',
  }))
