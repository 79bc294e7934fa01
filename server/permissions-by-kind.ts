// The kinds of people in docs/permissions.md, and its tables.
import { ROLE } from '@kaiwa/contract/roles.ts'
import type { WorkspaceRole } from './accounts/actor.ts'
import type { EffectiveRole } from './tree/policy.ts'

export interface Kind {
  title: string
  workspaceRole: WorkspaceRole
  role: EffectiveRole | null
}

/**
 * All kinds of people that the rules distinguish: the role in the workspace, and the effective role on the folder or
 * file.
 */
export const KINDS: readonly Kind[] = [
  { title: 'Owner', workspaceRole: ROLE.owner, role: ROLE.owner },
  { title: 'Manager', workspaceRole: ROLE.manager, role: ROLE.manager },
  { title: 'Member, editor of it', workspaceRole: ROLE.member, role: ROLE.editor },
  { title: 'Member', workspaceRole: ROLE.member, role: ROLE.viewer },
  { title: 'Guest, editor of it', workspaceRole: ROLE.guest, role: ROLE.editor },
  { title: 'Guest, viewer of it', workspaceRole: ROLE.guest, role: ROLE.viewer },
]

/** Whether each ability is given, by its name. */
export type Answers = Readonly<Record<string, boolean>>

/** A row for each ability. `answers`: one of each column. */
export function table(columns: readonly string[], rows: Readonly<Record<string, string>>, answers: readonly Answers[]) {
  return [
    `| | ${columns.join(' | ')} |`,
    `|---|${columns.map(() => ':-:|').join('')}`,
    ...Object.entries(rows).map(
      ([ability, about]) => `| ${about} | ${answers.map((can) => (can[ability] ? 'yes' : '')).join(' | ')} |`,
    ),
  ].join('\n')
}

const TITLES = KINDS.map(({ title }) => title)

/** A column for each kind of people. */
export function tableByKind(rows: Readonly<Record<string, string>>, answersOf: (kind: Kind) => Answers): string {
  return table(TITLES, rows, KINDS.map(answersOf))
}
