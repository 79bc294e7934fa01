import { ROLE } from '@kaiwa/contract/roles.ts'
import { expect, it } from 'vitest'
import {
  bytesToRelease,
  hasStoragePrecedence,
  mayAnnounce,
  recordingReservation,
  type StorageDemand,
} from './policy.ts'

const MB = 1_048_576
const GB = 1024 * MB

/** A workspace with 100 GB free, without reservations. */
function demand(values: Partial<StorageDemand>): StorageDemand {
  return {
    wanted: 0,
    hasPrecedence: false,
    free: 100 * GB,
    own: 0,
    outstanding: 0,
    preemptible: 0,
    ...values,
  }
}

it.each([
  [ROLE.owner, true],
  [ROLE.manager, true],
  [ROLE.member, false],
  [ROLE.guest, false],
  [null, false],
])('role %s has precedence: %s', (workspaceRole, expected) =>
  expect(hasStoragePrecedence({ workspaceRole })).toBe(expected),
)

function row(given: Partial<StorageDemand>, taken: number | null) {
  return { given: demand(given), taken }
}

it.each([
  ['half of the free storage', row({ wanted: 50 * GB }, 0)],
  ['more than half', row({ wanted: 50 * GB + 1 }, null)],
  [
    'more than half, together with own reservations',
    row({ wanted: 20 * GB, own: 31 * GB, outstanding: 31 * GB }, null),
  ],
  ['20 GB of 30', row({ wanted: 20 * GB, free: 30 * GB }, 0)],
  ['all of 5 GB', row({ wanted: 5 * GB, free: 5 * GB }, 0)],
  ['a byte more than there is', row({ wanted: 5 * GB + 1, free: 5 * GB }, null)],
  [
    'storage that others have reserved',
    row({ wanted: 2 * GB, free: 5 * GB, outstanding: 4 * GB, preemptible: 4 * GB }, null),
  ],
  ['anything of a full workspace', row({ wanted: 1, free: 0 }, null)],
  ['anything beyond the limit', row({ wanted: 1, free: -GB }, null)],
  ['everything, as the owner', row({ hasPrecedence: true, wanted: 100 * GB }, 0)],
  ['a byte more, as the owner', row({ hasPrecedence: true, wanted: 100 * GB + 1 }, null)],
  [
    'storage that guests have reserved, as the owner',
    row({ hasPrecedence: true, wanted: 10 * GB, outstanding: 99 * GB, preemptible: 99 * GB }, 9 * GB),
  ],
  [
    'storage that a manager has reserved, as the owner',
    row({ hasPrecedence: true, wanted: 10 * GB, outstanding: 99 * GB, preemptible: 0 }, null),
  ],
])('judges a demand for %s', (_case, { given, taken }) => expect(bytesToRelease(given)).toBe(taken))

it.each([
  [0, 100],
  [1, 100],
  [100 * MB, 100],
  [100 * MB + 1, 200],
])('a recording of %s bytes reserves %s MB', (bytes, mb) => expect(recordingReservation(bytes)).toBe(mb * MB))

it.each([
  ['the last of a person', { own: 999, all: 999 }, true],
  ['one more than a person may have', { own: 1_000, all: 1_000 }, false],
  ['the last of a workspace', { own: 0, all: 9_999 }, true],
  ['one more than a workspace may have', { own: 0, all: 10_000 }, false],
  ['one beyond the limit of the workspace, as the owner', { hasPrecedence: true, own: 0, all: 10_000 }, true],
  ['one beyond the limit of a person, as the owner', { hasPrecedence: true, own: 1_000, all: 1_000 }, false],
])('judges an announced upload without a byte: %s', (_case, unsent, expected) =>
  expect(mayAnnounce({ hasPrecedence: false, wanted: 1, ...unsent })).toBe(expected),
)
