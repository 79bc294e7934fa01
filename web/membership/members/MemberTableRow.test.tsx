import { ROLE, ROLE_NAME } from '@kaiwa/contract/roles.ts'
import type { RoleId } from '@kaiwa/contract/roles.ts'
import { Table } from '@mantine/core'
import { expect, it } from 'vitest'
import { render } from '../../test/render.tsx'
import { MemberTableRow } from './MemberTableRow.tsx'
import type { MemberRow } from './queries.ts'

function member(id: number, roles: RoleId[], changes: Partial<MemberRow> = {}): MemberRow {
  return {
    id,
    user: { id, name: '佐藤 健', avatar: null, email: 'ken@kaiwa.example' },
    email: 'ken@kaiwa.example',
    is_pending: 0,
    roles: roles.map((role_id) => ({ name: ROLE_NAME[role_id], team_id: 1, role_id })),
    folders: [],
    file: null,
    can: { change_role: true, remove: true },
    ...changes,
  }
}

function nothing() {
  return undefined
}

function shown(row: MemberRow) {
  return render(
    <Table>
      <Table.Tbody>
        <MemberTableRow member={row} onChangeRole={nothing} onRemove={nothing} />
      </Table.Tbody>
    </Table>,
    { locale: 'en', texts: ['common', 'members'] },
  )
}

it('MEM-05 MEM-11 a manager has the label Manager and a menu', async () => {
  const markup = await shown(member(2, [ROLE.manager]))
  expect(markup).toContain('Manager')
  expect(markup).toContain('Menu for 佐藤 健')
  expect(markup).not.toContain('Invitation')
})

it('MEM-12 the owner has no menu', async () => {
  const markup = await shown(member(1, [ROLE.owner, ROLE.manager], { can: { change_role: false, remove: false } }))
  expect(markup).toContain('Owner')
  expect(markup).not.toContain('Menu of')
})

it('an invited person has a badge, with its text in the original case', async () => {
  const invited = { user: null, is_pending: 1, can: { change_role: false, remove: true } } as const
  expect(await shown(member(3, [ROLE.member], invited))).toMatch(/text-transform:none"[^>]*Badge-root.*Invitation/)
})

it('an invitation to a file shows its place and is withdrawn from its menu', async () => {
  const markup = await shown(
    member(4, [ROLE.guest, ROLE.viewer], {
      user: null,
      is_pending: 1,
      folders: [{ resource_id: 7, name: '営業会議' }],
      file: { id: 9, name: '初回商談' },
      can: { change_role: false, remove: true },
    }),
  )
  expect(markup).toContain('Guest Viewer')
  expect(markup).toMatch(/href="\/projects\/7"[^>]*>営業会議<.* › .*href="\/projects\/7\/files\/9"[^>]*>初回商談</)
})
