import { ROLE } from '@kaiwa/contract/roles.ts'
import { describe, expect, it } from 'vitest'
import type { WorkspaceRole } from '../accounts/actor.ts'
import type { Decision, EffectiveRole, Subject } from './policy.ts'
import * as policy from './policy.ts'

const kinds = {
  owner: [ROLE.owner, ROLE.owner],
  manager: [ROLE.manager, ROLE.manager],
  'member-editor': [ROLE.member, ROLE.editor],
  member: [ROLE.member, ROLE.viewer],
  'guest editor': [ROLE.guest, ROLE.editor],
  'guest viewer': [ROLE.guest, ROLE.viewer],
  passer: [ROLE.guest, null],
} as const satisfies Record<string, [WorkspaceRole, EffectiveRole | null]>
type Kind = keyof typeof kinds
const everybody = Object.keys(kinds) as Kind[]

const items = {
  root: { is_project: true, depth: 0 },
  folder: { is_project: true, depth: 2 },
  deepest: { is_project: true, depth: 5 },
  file: { is_project: false, depth: 3 },
}

/** The names of the actors that are allowed, in the order of the table above. */
function allowed(place: keyof typeof items, rule: (who: { workspaceRole: WorkspaceRole }, item: Subject) => Decision) {
  return everybody.filter((kind) => {
    const [workspaceRole, role] = kinds[kind]
    return rule({ workspaceRole }, { ...items[place], role }).allowed
  })
}

describe('items', () => {
  it.each([
    ['PERM-10 createFolder', 'root', policy.createFolder, ['owner', 'manager', 'member-editor', 'member']],
    ['PERM-10 createFolder', 'folder', policy.createFolder, ['owner', 'manager', 'member-editor']],
    ['PERM-20 createFolder', 'file', policy.createFolder, []],
    ['PERM-11 inviteMemberToFolder', 'root', policy.inviteMember, ['owner', 'manager', 'member-editor', 'member']],
    ['PERM-11 inviteMemberToFolder', 'folder', policy.inviteMember, ['owner', 'manager', 'member-editor']],
    ['WS-16 rename', 'root', policy.rename, []],
    ['PERM-18 rename', 'folder', policy.rename, ['owner', 'manager', 'member-editor']],
    ['PERM-26 rename', 'file', policy.rename, ['owner', 'manager', 'member-editor', 'guest editor']],
    ['WS-17 move', 'root', policy.move, []],
    ['PERM-21 move', 'folder', policy.move, ['owner', 'manager', 'member-editor']],
    ['PERM-19 move', 'file', policy.move, ['owner', 'manager', 'member-editor']],
    ['WS-18 delete', 'root', policy.remove, []],
    ['PERM-18 delete', 'folder', policy.remove, ['owner', 'manager', 'member-editor']],
    ['PERM-26 delete', 'file', policy.remove, ['owner', 'manager', 'member-editor', 'guest editor']],
  ] as const)('%s on the %s', (_name, place, rule, who) => {
    expect(allowed(place, rule)).toEqual(who)
  })

  it('PERM-05 owner, manager and editor upload to folders, PERM-06 viewers do not, and no actor uploads to the root', () => {
    expect(allowed('folder', (_who, item) => policy.upload(item))).toEqual([
      'owner',
      'manager',
      'member-editor',
      'guest editor',
    ])
    expect(allowed('root', (_who, item) => policy.upload(item))).toEqual([])
    expect(allowed('file', (_who, item) => policy.upload(item))).toEqual([])
  })

  it('PERM-12 PERM-22 an actor with a role on an item sees its members', () => {
    expect(allowed('folder', (_who, item) => policy.viewMembers(item))).toEqual(
      everybody.filter((kind) => kind !== 'passer'),
    )
  })

  it('PERM-08 owner, manager and member manage folders at the root; a guest does not, even as editor', () => {
    expect(allowed('root', policy.createFolder)).toEqual(['owner', 'manager', 'member-editor', 'member'])
    expect(allowed('folder', policy.move)).not.toContain('guest editor')
  })

  it('PERM-07 the owner may do everything that a manager may do', () => {
    for (const place of Object.keys(items) as (keyof typeof items)[]) {
      const can = ([workspaceRole, role]: readonly [WorkspaceRole, EffectiveRole | null]) =>
        policy.itemAbilities({ workspaceRole }, { ...items[place], role })
      expect(can(kinds.owner)).toEqual(can(kinds.manager))
    }
  })

  it('WS-36 does not offer a new folder at depth 5', () => {
    const can = (place: keyof typeof items) =>
      policy.itemAbilities({ workspaceRole: ROLE.owner }, { ...items[place], role: ROLE.owner }).create_folder
    expect([can('root'), can('folder'), can('deepest')]).toEqual([true, true, false])
  })

  it('PERM-17 PERM-29 a viewer has only read abilities', () => {
    const { view_members, ...others } = policy.itemAbilities(
      { workspaceRole: ROLE.guest },
      { ...items.folder, role: ROLE.viewer },
    )
    expect([view_members, ...Object.values(others)]).toEqual([true, false, false, false, false, false, false])
  })

  it('returns the reason of a refusal', () => {
    const viewer = { workspaceRole: ROLE.guest }
    expect(policy.rename(viewer, { ...items.root, role: ROLE.viewer })).toEqual({ allowed: false, reason: 'root' })
    expect(policy.rename(viewer, { ...items.file, role: ROLE.viewer })).toEqual({ allowed: false, reason: 'role' })
  })

  it('a move requires the right to create such an item at the destination', () => {
    const moved = { ...items.file, role: ROLE.owner }
    const folder = { ...items.folder, role: ROLE.owner }
    const at = (place: keyof typeof items, what: Subject) =>
      allowed(place, (who, item) => policy.receive(who, item, what))
    expect(at('root', moved)).toEqual([])
    expect(at('folder', moved)).toEqual(['owner', 'manager', 'member-editor', 'guest editor'])
    expect(at('root', folder)).toEqual(['owner', 'manager', 'member-editor', 'member'])
    expect(at('file', folder)).toEqual([])
  })
})
