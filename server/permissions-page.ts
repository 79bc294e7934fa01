// Generates docs/permissions.md from the policies. A new ability must be described here. The page's test fails after a
// change of the rules until the page is printed again.
import type { AccountAbilities } from '@kaiwa/contract/accounts.ts'
import { type FileAbilities, type FileStatus, fileStatus } from '@kaiwa/contract/files.ts'
import type { ItemAbilities, ProjectAbilities } from '@kaiwa/contract/items.ts'
import { ROLE } from '@kaiwa/contract/roles.ts'
import type { SpeakerAbilities } from '@kaiwa/contract/speakers.ts'
import type { WorkspaceRole } from './accounts/actor.ts'
import { accountAbilities } from './accounts/policy.ts'
import * as sharing from './membership/policy.ts'
import * as assistant from './assistant/policy.ts'
import * as comments from './comments/policy.ts'
import * as deals from './crm/deals/policy.ts'
import type { FileState } from './files/policy.ts'
import { fileAbilities } from './files/present-file.ts'
import { speakerAbilities } from './speakers/policy.ts'
import * as summary from './summary/policy.ts'
import * as tags from './tags/policy.ts'
import { all } from './tree/policy.ts'
import { type EffectiveRole, isEditingRole } from './tree/policy.ts'
import { projectAbilities } from './tree/present-item.ts'
import './wiring.ts'

interface Kind {
  title: string
  workspaceRole: WorkspaceRole
  role: EffectiveRole | null
}

/**
 * All kinds of people that the rules distinguish: the role in the workspace, and the effective role on the folder or
 * file.
 */
const KINDS: readonly Kind[] = [
  { title: 'Owner', workspaceRole: ROLE.owner, role: ROLE.owner },
  { title: 'Manager', workspaceRole: ROLE.manager, role: ROLE.manager },
  { title: 'Member, editor of it', workspaceRole: ROLE.member, role: ROLE.editor },
  { title: 'Member', workspaceRole: ROLE.member, role: ROLE.viewer },
  { title: 'Guest, editor of it', workspaceRole: ROLE.guest, role: ROLE.editor },
  { title: 'Guest, viewer of it', workspaceRole: ROLE.guest, role: ROLE.viewer },
]

const ITEM: Record<keyof ItemAbilities, string> = {
  rename: 'rename it',
  move: 'move it',
  delete: 'delete it',
  create_folder: 'create folders in it',
  upload: 'upload recordings into it',
  view_members: 'see who has access',
  invite: 'invite people to it',
}

const FOLDER: Record<keyof ProjectAbilities, string> = {
  ...ITEM,
  record: 'record into it from the header',
  edit_speakers: 'create, change and merge its speakers',
  edit_tags: 'create and change tags on its page',
  export_report: 'download its report as a table (CSV)',
}

const FILE: Record<keyof FileAbilities, string> = {
  open: 'open it',
  rename: 'rename it',
  move: 'move it',
  delete: 'delete it',
  cancel: 'cancel its processing',
  retry: 'retry its processing',
  change_language: 'have it recognised again in another language',
  edit: 'edit text, speakers, tags and sections',
  download: 'download the recording',
  clip: 'export a clip of it',
  export: 'export the transcript as a document',
  export_table: 'export it as a table (CSV)',
  import: 'import a transcript',
  comment: 'comment on passages',
}

const SPEAKER: Record<keyof SpeakerAbilities, string> = {
  edit: 'change name, description and picture',
  merge: 'merge it into another',
}

const ACCOUNT: Record<keyof AccountAbilities, string> = {
  view_members: 'see members and usage',
  keep_trash: 'see the trash, restore from it, delete permanently',
  connect_crm: 'connect the CRM',
  pay: 'see and change the payment',
  inquire: 'inquire about the contract',
  view_installation: 'see which parts of the installation work (operators, too)',
}

type Answers = Readonly<Record<string, boolean>>

function table(columns: readonly string[], rows: Readonly<Record<string, string>>, answers: readonly Answers[]) {
  return [
    `| | ${columns.join(' | ')} |`,
    `|---|${columns.map(() => ':-:|').join('')}`,
    ...Object.entries(rows).map(
      ([ability, about]) => `| ${about} | ${answers.map((can) => (can[ability] ? 'yes' : '')).join(' | ')} |`,
    ),
  ].join('\n')
}

const titles = KINDS.map(({ title }) => title)

function ofFolder(depth: number): string {
  return table(
    titles,
    FOLDER,
    KINDS.map((kind) => projectAbilities(kind, { is_project: true, depth, role: kind.role })),
  )
}

function file(status: FileStatus): FileState {
  return {
    status,
    failed_reason: status === 'failed' ? 'timeout' : null,
    note: null,
    is_playable: status === 'processed',
    has_stream: status === 'processed',
    block_count: status === 'processed' ? 1 : 0,
    is_edited: false,
  }
}

function canFile(kind: Kind, status: FileStatus): Answers {
  return fileAbilities(kind, { is_project: false, depth: 3, role: kind.role }, file(status))
}

/** Regardless of the state of a file; the next table shows the states. */
function ofFile(): string {
  return table(
    titles,
    FILE,
    KINDS.map((kind) => {
      const states = fileStatus.options.map((status) => canFile(kind, status))
      return Object.fromEntries(Object.keys(FILE).map((ability) => [ability, states.some((can) => can[ability])]))
    }),
  )
}

const OWNER = KINDS[0] as Kind

function ofState(): string {
  return table(
    fileStatus.options,
    FILE,
    fileStatus.options.map((status) => canFile(OWNER, status)),
  )
}

function ofSpeaker(): string {
  return table(
    titles,
    SPEAKER,
    KINDS.map(({ role }) => speakerAbilities({ roles: [role], is_in_editable_file: false }, { is_manual: true })),
  )
}

function ofTag(): string {
  return table(
    titles,
    {
      categories: 'create, rename and delete categories, and order tags',
      used: 'change the name and colour of a tag that is used in the file, and delete it',
      others: 'the same for a tag of another person that is not used there',
      own: 'the same for a tag of their own',
    },
    KINDS.map((kind) => {
      const who = { id: 1, workspaceRole: kind.workspaceRole }
      const page = tags.editTags({ is_project: true, depth: 2, role: kind.role })
      const canEdit = (created_by: number, is_in_editable_file: boolean) =>
        all(page, tags.editTag(who, { created_by, is_in_editable_file })).allowed
      return {
        categories: tags.editCategories(who).allowed,
        used: canEdit(2, isEditingRole(kind.role)),
        others: canEdit(2, false),
        own: canEdit(1, false),
      }
    }),
  )
}

function ofComments(): string {
  return table(
    titles,
    {
      write: 'comment on passages, answer, and mention people who see the file',
      own: 'change and delete their own comments',
      others: 'delete comments of others',
      own_thread: 'resolve a thread that they started, and open it again',
      other_thread: 'resolve threads of others, and open them again',
    },
    KINDS.map((kind) => {
      const who = { id: 1, workspaceRole: kind.workspaceRole }
      const item = { is_project: false, depth: 3, role: kind.role }
      const [mine, theirs] = [{ author_id: 1 }, { author_id: 2 }]
      return {
        write: comments.comment(item, { status: 'processed' }).allowed,
        own: all(comments.editComment(who, item, mine), comments.deleteComment(who, item, mine)).allowed,
        others: comments.deleteComment(who, item, theirs).allowed,
        own_thread: comments.resolveThread(who, item, mine).allowed,
        other_thread: comments.resolveThread(who, item, theirs).allowed,
      }
    }),
  )
}

function ofSummary(): string {
  return table(
    titles,
    {
      read: 'read the summary of a file that they see',
      edit: 'generate it, cancel, and edit its items',
      change: 'switch summaries of the workspace on and off',
    },
    KINDS.map((kind) => {
      const item = { is_project: false, depth: 3, role: kind.role }
      return {
        read: kind.role !== null,
        edit: summary.edit(item).allowed,
        change: summary.change(kind).allowed,
      }
    }),
  )
}

function ofDeals(): string {
  return table(
    titles,
    {
      read: 'see the deal of a file that they see, and what Kaiwa wrote to it',
      edit: 'choose the deal, generate and write values, follow the link, and read the history',
      portal: 'read properties and deals of the portal without a file',
    },
    KINDS.map((kind) => ({
      read: kind.role !== null,
      edit: deals.edit({ is_project: false, depth: 3, role: kind.role }).allowed,
      portal: deals.readPortal(kind).allowed,
    })),
  )
}

function ofAssistant(): string {
  return table(
    titles,
    {
      ask: 'ask about files that they see, within the chats of the workspace',
      agree: 'agree that text is sent to the provider of a model, and withdraw it',
    },
    KINDS.map((kind) => ({ ask: kind.role !== null, agree: assistant.agree(kind).allowed })),
  )
}

const ITEM_KINDS = {
  root: { about: 'the root', is_project: true, depth: 0 },
  folder: { about: 'a folder', is_project: true, depth: 2 },
  file: { about: 'a file', is_project: false, depth: 3 },
}
const SHARED = { viewer: ROLE.viewer, editor: ROLE.editor }

function ofSharing(): string {
  const rules = Object.entries(ITEM_KINDS).flatMap(([itemKind, { about, ...item }]) =>
    Object.entries(SHARED).map(([name, role]) => ({
      key: `${itemKind} ${name}`,
      about: `invite people to ${about} as ${name}`,
      asks: ({ workspaceRole, role: own }: Kind) =>
        sharing.giveRole({ id: 1, workspaceRole }, { ...item, role: own, creator_id: 2 }, role).allowed,
    })),
  )
  return table(
    titles,
    Object.fromEntries(rules.map(({ key, about }) => [key, about])),
    KINDS.map((kind) => Object.fromEntries(rules.map(({ key, asks }) => [key, asks(kind)]))),
  )
}

function ofAccount(): string {
  return table(titles, ACCOUNT, KINDS.map(accountAbilities))
}

export function permissionsPage(): string {
  return `# Permissions

Two roles determine what a user may do with a folder or file: the role in the workspace, and the effective role on the
folder or file, which is the highest of the assigned and inherited ones. A member is editor of the items that they created.
Items that a user may not see are answered like missing ones.

This page is generated from the policies (\`server/*/policy.ts\`) by \`node tools/print-permissions.ts\`.

## The root

${ofFolder(0)}

## A folder

${ofFolder(2)}

## A folder of the fifth level

${ofFolder(5)}

## A file, in a state that allows it

${ofFile()}

## A file, by its state, for the owner

${ofState()}

## Sharing

No one can give a higher role than their own. The owner of a folder or file can transfer it to a person of the workspace who is not a guest.

${ofSharing()}

## A speaker created by a person, by the role in its folder

${ofSpeaker()}

## Tags

Editors of a file put tags on its passages. The tags themselves belong to the workspace and are changed on the page of a
file or folder:

${ofTag()}

## Comments

On the transcript of a file that is processed:

${ofComments()}

## The assistant

A chat exists only for the person who started it. Its answers are shown as far as that person sees the files at the time.

${ofAssistant()}

## Summaries

A generation counts as one chat of the workspace.

${ofSummary()}

## Deals

While the workspace is connected to HubSpot; the history and the deal stay readable afterwards.

${ofDeals()}

## The account area

${ofAccount()}
`
}
