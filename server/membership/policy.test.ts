import { ROLE } from '@kaiwa/contract/roles.ts'
import { describe, expect, it } from 'vitest'
import type { WorkspaceRole } from '../accounts/actor.ts'
import type { EffectiveRole } from '../tree/policy.ts'
import * as policy from './policy.ts'

const { owner: OWNER, manager: MANAGER, member: MEMBER, guest: GUEST, editor: EDITOR, viewer: VIEWER } = ROLE
const INVITER = 7

const kinds = {
  owner: [OWNER, OWNER],
  manager: [MANAGER, MANAGER],
  'member-editor': [MEMBER, EDITOR],
  member: [MEMBER, VIEWER],
  'guest editor': [GUEST, EDITOR],
  'guest viewer': [GUEST, VIEWER],
} as const satisfies Record<string, [WorkspaceRole, EffectiveRole]>
type Kind = keyof typeof kinds

/** The kinds that the rule allows. All of them act with the user id `id`. */
function allowed(
  depth: number,
  isProject: boolean,
  id: number,
  rule: (
    actor: { id: number; workspaceRole: WorkspaceRole },
    item: { is_project: boolean; depth: number; role: EffectiveRole; creator_id: null },
  ) => { allowed: boolean },
) {
  return (Object.keys(kinds) as Kind[]).filter((kind) => {
    const [workspaceRole, role] = kinds[kind]
    return rule({ id, workspaceRole }, { is_project: isProject, depth, role, creator_id: null }).allowed
  })
}

const everybody = Object.keys(kinds)
const places = { root: [0, true], folder: [1, true], file: [2, false] } as const

describe('pending invitations', () => {
  it.each([
    ['editor', 'root', ['owner', 'manager', 'member-editor']],
    ['viewer', 'root', ['owner', 'manager', 'member-editor', 'member']],
    ['editor', 'folder', ['owner', 'manager', 'member-editor']],
    ['viewer', 'folder', ['owner', 'manager', 'member-editor']],
    ['editor', 'file', ['owner', 'manager', 'member-editor']],
    ['viewer', 'file', ['owner', 'manager', 'member-editor']],
  ] as const)(
    'an invitation as %s at the %s can be withdrawn by its inviter and by users who may give that role',
    (role, place, who) => {
      const [depth, isProject] = places[place]
      const invitation = { role_id: ROLE[role], invited_by: INVITER }
      const rule = (as: Parameters<typeof policy.withdrawInvitation>[0], item: Parameters<typeof policy.invite>[1]) =>
        policy.withdrawInvitation(as, item, invitation)
      expect(allowed(depth, isProject, 1, rule)).toEqual(who)
      expect(allowed(depth, isProject, INVITER, rule)).toEqual(everybody)
    },
  )

  it.each([
    ['editor', 'viewer', ['owner', 'manager', 'member-editor'], ['owner', 'manager', 'member-editor', 'member']],
    ['editor', 'editor', ['owner', 'manager', 'member-editor'], ['owner', 'manager', 'member-editor']],
    ['viewer', 'editor', ['owner', 'manager', 'member-editor'], ['owner', 'manager', 'member-editor']],
    [
      'viewer',
      'viewer',
      ['owner', 'manager', 'member-editor', 'member'],
      ['owner', 'manager', 'member-editor', 'member'],
    ],
  ] as const)('at the root, from %s to %s', (from, to, others, inviters) => {
    const invitation = { role_id: ROLE[from], invited_by: INVITER }
    const rule = (as: Parameters<typeof policy.withdrawInvitation>[0], item: Parameters<typeof policy.invite>[1]) =>
      policy.changeInvitation(as, item, invitation, ROLE[to])
    expect(allowed(0, true, 1, rule)).toEqual(others)
    expect(allowed(0, true, INVITER, rule)).toEqual(inviters)
  })

  it('to the workspace itself: allowed for the owner and managers', () => {
    expect(allowed(0, true, 1, (actor) => policy.inviteToWorkspace(actor))).toEqual(['owner', 'manager'])
  })
})
